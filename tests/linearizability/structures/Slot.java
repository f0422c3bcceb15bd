// Correct: a buffer of one place; calls wait until they can go on.
public class Slot {
  private int value;
  private boolean full;
  public synchronized void put(int v) throws InterruptedException {
    while (full) wait();
    value = v;
    full = true;
    notifyAll();
  }
  public synchronized int take() throws InterruptedException {
    while (!full) wait();
    full = false;
    notifyAll();
    return value;
  }
}
