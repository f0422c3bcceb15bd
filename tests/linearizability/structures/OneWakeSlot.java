// Seeded bug: one thread is woken, perhaps one that has to wait again.
public class OneWakeSlot {
  private int value;
  private boolean full;
  public synchronized void put(int v) throws InterruptedException {
    while (full) wait();
    value = v;
    full = true;
    notify();
  }
  public synchronized int take() throws InterruptedException {
    while (!full) wait();
    full = false;
    notify();
    return value;
  }
}
