// The lock is taken after the permit has come: whoever writes x second knows of the first write, on every path.
// races: none
import java.util.concurrent.locks.LockSupport;

public class UnparkedThenLock {
  static int x;
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      LockSupport.park();
      synchronized (lock) {
      }
      x = 2;
    });
    t.start();
    x = 1;
    synchronized (lock) {
    }
    LockSupport.unpark(t);
    t.join();
  }
}
