// outcomes: 1
// why: main waits for the first daemon alone; wherever the second one is then, the program is over: at most who was left, and who had ended, is told apart
// ends: 10
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class DaemonRest {
  public static void main(String[] args) throws Exception {
    AtomicInteger steps = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    Thread a = new Thread(first::countDown), b = new Thread(() -> {
      for (int i = 0; i < 5; i++) steps.incrementAndGet();
    });
    a.setDaemon(true);
    b.setDaemon(true);
    a.start();
    b.start();
    first.await();
    if (steps.get() > 5) throw new AssertionError();
    System.out.println(1);
  }
}
