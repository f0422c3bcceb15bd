/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | 1
 * hotspot: rarely fails
 * why: Two calls that both look at the count before either of them counts up both pass, though both numbers are atomic.
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class CallWindowCheck {
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
      if (used.get() >= limit) return false;
      used.incrementAndGet();
      return true;
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
