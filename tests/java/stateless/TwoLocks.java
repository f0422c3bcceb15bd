// Two locks taken in opposite orders: 3 traces, 1 of them a deadlock.
public class TwoLocks {
  public static void main(String[] args) throws InterruptedException {
    Object a = new Object(), b = new Object();
    Thread t = new Thread(() -> {
      synchronized (a) {
        synchronized (b) {
        }
      }
    });
    Thread u = new Thread(() -> {
      synchronized (b) {
        synchronized (a) {
        }
      }
    });
    t.start();
    u.start();
  }
}
