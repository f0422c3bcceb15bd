/** Who waits for the signal lets go of the signal's lock only, and keeps the shop locked, which the other needs to give it. */
public class NestedLockout {
  final Object signal = new Object();
  boolean open;

  synchronized void enter() throws InterruptedException {
    synchronized (signal) {
      while (!open) signal.wait();
    }
  }

  synchronized void open() {
    synchronized (signal) {
      open = true;
      signal.notifyAll();
    }
  }

  public static void main(String[] args) {
    NestedLockout shop = new NestedLockout();
    new Thread(() -> {
      try {
        shop.enter();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }, "guest").start();
    new Thread(shop::open, "owner").start();
  }
}
