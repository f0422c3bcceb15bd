// getCount(), availablePermits(), isLocked() and the like read the state that those who change it write: they order, as a failed tryLock does.
// Not so isHeldByCurrentThread(), which reads the owner alone.
// races: AsksTheLock.unordered
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class AsksTheLock {
  static int counted, permitted, locked, read, unordered;
  static final CountDownLatch latch = new CountDownLatch(1);
  static final Semaphore semaphore = new Semaphore(0);
  static final ReentrantLock lock = new ReentrantLock();
  static final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      counted = 1;
      latch.countDown();
      permitted = 1;
      semaphore.release();
      locked = 1;
      lock.lock();
      read = 1;
      readWrite.readLock().lock();
      unordered = 1;
    });
    t.start();
    if (lock.isHeldByCurrentThread()) throw new AssertionError();
    int sum = unordered;
    if (latch.getCount() == 0) sum += counted;
    if (semaphore.availablePermits() == 1) sum += permitted;
    if (lock.isLocked()) sum += locked;
    if (readWrite.getReadLockCount() == 1) sum += read;
    t.join();
  }
}
