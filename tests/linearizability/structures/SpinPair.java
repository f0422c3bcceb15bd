import java.util.concurrent.atomic.AtomicBoolean;

// Seeded bug: two locks are taken in opposite order by inc and dec, which then spin for ever.
/** Two locks made of a CAS each; inc and dec take them in opposite order, add in the order of inc. One after another, each of them returns. */
public class SpinPair {
  private final AtomicBoolean a = new AtomicBoolean(), b = new AtomicBoolean();
  private int n;

  private static void lock(AtomicBoolean l) { while (!l.compareAndSet(false, true)) Thread.onSpinWait(); }

  private int change(AtomicBoolean first, AtomicBoolean second, int by) {
    lock(first);
    lock(second);
    n += by;
    int result = n;
    second.set(false);
    first.set(false);
    return result;
  }

  public int inc() { return change(a, b, 1); }
  public int add() { return change(a, b, 2); }
  public int dec() { return change(b, a, -1); }
}
