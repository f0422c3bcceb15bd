/*
 * verdict: verified
 * outcomes: 1
 * why: Nobody waits, so no time passes and no window ends: of two calls one passes. Who counts up first decides, and counts up only from a number that is below the limit.
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class CallWindow {
  /** At most `limit` calls in each window of a second. */
  static class Window {
    private final int limit;
    private final AtomicLong begin = new AtomicLong(System.nanoTime());
    private final AtomicInteger used = new AtomicInteger();

    Window(int limit) {
      this.limit = limit;
    }

    boolean tryPass() {
      long now = System.nanoTime(), since = begin.get();
      if (now - since >= 1_000_000_000L && begin.compareAndSet(since, now)) used.set(0);
      for (int n = used.get(); n < limit; n = used.get())
        if (used.compareAndSet(n, n + 1)) return true;
      return false;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Window window = new Window(1);
    AtomicInteger passed = new AtomicInteger();
    Runnable call = () -> {
      if (window.tryPass()) passed.incrementAndGet();
    };
    Thread a = new Thread(call, "a"), b = new Thread(call, "b");
    a.start();
    b.start();
    a.join();
    b.join();
    assert passed.get() <= 1 : passed + " calls in one window";
    System.out.println(passed);
  }
}
