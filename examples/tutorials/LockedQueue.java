/** A queue for two elements. */
public class LockedQueue {
  private final Object[] items = new Object[2];
  private int head, count;

  public synchronized boolean offer(Object x) {
    if (count == items.length) return false;
    items[(head + count++) % items.length] = x;
    return true;
  }

  public synchronized Object poll() {
    if (count == 0) return null;
    Object x = items[head];
    items[head] = null;
    head = (head + 1) % items.length;
    count--;
    return x;
  }

  public synchronized Object peek() {
    return count == 0 ? null : items[head];
  }
}
