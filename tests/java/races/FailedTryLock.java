// A tryLock that fails orders what was written before the lock was taken: it reads the state that the owner wrote. It does not
// order what the owner writes under the lock.
// races: FailedTryLock.inside
import java.util.concurrent.locks.ReentrantLock;

public class FailedTryLock {
  static int before, inside;
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      before = 1;
      lock.lock();
      inside = 1;
      lock.unlock();
    });
    t.start();
    if (lock.tryLock()) {
      lock.unlock();
    } else {
      int r = before + inside;
    }
    t.join();
  }
}
