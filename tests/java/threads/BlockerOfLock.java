// outcomes: false | true
// why: who waits in lock() has the lock's synchronizer for a blocker while it is parked, and none before
// stateless: no
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class BlockerOfLock {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    lock.lock();
    Thread t = new Thread(() -> { lock.lock(); lock.unlock(); });
    t.start();
    System.out.println(LockSupport.getBlocker(t) != null);
    lock.unlock();
    t.join();
  }
}
