// outcomes: 1 | 2
// violation: assertion
// why: main ends as soon as it has printed, but need not do so before the daemon comes to its assertion, which fails if the other daemon was faster; main sees 1 or 2
import java.util.concurrent.atomic.*;

public class DaemonFails {
  static final AtomicInteger first = new AtomicInteger(), steps = new AtomicInteger();

  static Thread daemon(Runnable r) {
    Thread t = new Thread(r);
    t.setDaemon(true);
    return t;
  }

  public static void main(String[] args) {
    daemon(() -> {
      for (int i = 0; i < 3; i++) steps.incrementAndGet();
      first.compareAndSet(0, 2);
    }).start();
    daemon(() -> {
      steps.incrementAndGet();
      first.compareAndSet(0, 1);
      if (first.get() == 2) throw new AssertionError();
    }).start();
    first.compareAndSet(0, 1);
    System.out.println(first.get());
  }
}
