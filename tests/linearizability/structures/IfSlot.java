// Seeded bug: what was waited for is not looked at again.
public class IfSlot {
  private int value;
  private boolean full;
  public synchronized void put(int v) throws InterruptedException {
    if (full) wait();
    value = v;
    full = true;
    notifyAll();
  }
  public synchronized int take() throws InterruptedException {
    if (!full) wait();
    full = false;
    notifyAll();
    return value;
  }
}
