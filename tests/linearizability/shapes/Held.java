package shapes;

/** A lock with an owner: who makes a call is part of what it means. */
public class Held {
  private Thread owner;

  public synchronized boolean take() {
    if (owner != null && owner != Thread.currentThread()) return false;
    owner = Thread.currentThread();
    return true;
  }
}
