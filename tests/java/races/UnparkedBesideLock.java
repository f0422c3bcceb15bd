// Two paths lead to one state, in which the thread has its permit and has given the lock up: on one it took the lock after main and knows of
// x = 1, on the other before. unpark orders nothing. So the states must differ, or the race of the second path is lost.
// races: UnparkedBesideLock.x
import java.util.concurrent.locks.LockSupport;

public class UnparkedBesideLock {
  static int x;
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      synchronized (lock) {
      }
      LockSupport.park();
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
