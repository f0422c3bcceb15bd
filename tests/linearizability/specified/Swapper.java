/** A monitor in which two threads exchange values: the first of a pair leaves its value and waits for that of the second. */
public class Swapper {
  private Object left, taken;
  private int inside;
  public synchronized Object exchange(Object x) throws InterruptedException {
    while (inside == 2) wait();
    if (inside++ == 0) {
      left = x;
      while (inside != 2) wait();
      inside = 0;
      notifyAll();
      return taken;
    }
    taken = x;
    notifyAll();
    return left;
  }
}
