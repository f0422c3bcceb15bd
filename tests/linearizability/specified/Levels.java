import java.util.concurrent.atomic.AtomicInteger;

/** A counter whose readers see less and less of what was counted. */
public class Levels {
  private final AtomicInteger n = new AtomicInteger();
  private final ThreadLocal<Integer> mine = ThreadLocal.withInitial(() -> 0);
  private volatile int copy, late;
  private volatile boolean shy;

  public void inc() {
    mine.set(mine.get() + 1);
    int now = n.incrementAndGet();
    copy = now; // another thread may have counted further, and copied that already
  }

  public int exact() {
    return n.get();
  }

  /** What others counted, every other time. */
  public int shy() {
    boolean was = shy;
    shy = !was;
    return was ? mine.get() : n.get();
  }

  public int stale() {
    return copy;
  }

  public int late() {
    int old = late;
    late = n.get();
    return old;
  }

  public int wrong() {
    return n.get() + 1;
  }
}
