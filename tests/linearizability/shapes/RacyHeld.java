package shapes;

/** A lock with an owner that two threads can get at once. */
public class RacyHeld {
  private volatile long owner;

  public boolean take() {
    long me = Thread.currentThread().getId();
    if (owner != 0 && owner != me) return false;
    owner = me;
    return true;
  }
}
