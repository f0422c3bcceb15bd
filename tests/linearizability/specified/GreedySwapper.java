/** Does not wait until the pair before is through: a third call swaps with the first one as well. */
public class GreedySwapper {
  private Object left, taken;
  private boolean waiting, met;
  public synchronized Object exchange(Object x) throws InterruptedException {
    if (waiting) {
      taken = x;
      met = true;
      notifyAll();
      return left;
    }
    left = x;
    waiting = true;
    while (!met) wait();
    waiting = met = false;
    return taken;
  }
}
