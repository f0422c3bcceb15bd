// Seeded bug: a rendezvous whose take() does not look again after it was woken, and may find that another one has taken the item.
public class IfHandOff {
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
    if (item == null) wait();
    Object o = item;
    item = null;
    taken = true;
    notifyAll();
    return o;
  }
}
