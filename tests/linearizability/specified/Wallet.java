/** Two pockets, each with a lock of its own: who looks at both and takes from one may find that the other is empty by then. */
public class Wallet {
  private volatile int left = 1, right = 1;
  private final Object leftLock = new Object(), rightLock = new Object();
  public void takeLeft() {
    synchronized (leftLock) { if (left + right > 1) left--; }
  }
  public void takeRight() {
    synchronized (rightLock) { if (left + right > 1) right--; }
  }
  public boolean solvent() { return left + right > 0; }
  public void check() { if (left + right <= 0) throw new IllegalStateException("empty"); }
}
