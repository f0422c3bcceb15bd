// One state is reached with x known to both and with x known to one: whoever takes the lock last decides. Matching the
// states loses the race unless they differ.
// races: SamePathTwoOrders.x
public class SamePathTwoOrders {
  static int x;
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      x = 1;
      synchronized (lock) {
      }
    });
    t.start();
    synchronized (lock) {
    }
    x = 1;
    t.join();
  }
}
