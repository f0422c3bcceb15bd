/** What was read and written under a lock is no step of its own. */
public class UnderTheLock {
  int left = 1, taken;

  synchronized boolean any() {
    return left > 0;
  }

  synchronized void take() {
    left--;
    taken++;
  }

  public static void main(String[] args) throws InterruptedException {
    UnderTheLock shop = new UnderTheLock();
    Runnable buy = () -> {
      if (shop.any()) shop.take();
    };
    Thread a = new Thread(buy), b = new Thread(buy);
    a.start();
    b.start();
    a.join();
    b.join();
    assert shop.taken == 1 : "sold twice";
  }
}
