// Correct: a rendezvous. give() and take() return when they have met.
public class HandOff {
  private Object item;
  private boolean taken;

  public synchronized void give(Object o) throws InterruptedException {
    while (item != null || taken) wait();
    item = o;
    notifyAll();
    while (!taken) wait();
    taken = false;
    notifyAll();
  }

  public synchronized Object take() throws InterruptedException {
    while (item == null) wait();
    Object o = item;
    item = null;
    taken = true;
    notifyAll();
    return o;
  }
}
