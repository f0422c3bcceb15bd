// As UnparkedBesideLock, with the roles of the two threads exchanged: whichever order is explored first, it is the harmless one in one of them.
// races: UnparkedMain.x
import java.util.concurrent.locks.LockSupport;

public class UnparkedMain {
  static int x;
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread main = Thread.currentThread();
    Thread t = new Thread(() -> {
      x = 1;
      synchronized (lock) {
      }
      LockSupport.unpark(main);
    });
    t.start();
    synchronized (lock) {
    }
    LockSupport.park();
    x = 2;
    t.join();
  }
}
