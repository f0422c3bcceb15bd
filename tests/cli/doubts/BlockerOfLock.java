import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits for a lock is parked with the lock's synchronizer as blocker: somewhere else (a ReentrantLock), or in the way of a time-out ("timed"). */
public class BlockerOfLock {
  static int x;

  public static void main(String[] args) throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Semaphore none = new Semaphore(0);
    boolean timed = args.length > 0;
    Thread t = new Thread(() -> {
      x = 1;
      if (timed) {
        try {
          none.tryAcquire(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      } else {
        lock.lock();
        lock.unlock();
      }
    });
    lock.lock();
    t.start();
    Thread.sleep(50);
    boolean free = LockSupport.getBlocker(t) == null;
    lock.unlock();
    t.join();
    assert free;
  }
}
