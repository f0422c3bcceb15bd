// races: none
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class UnderLock {
  static int n;
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      lock.writeLock().lock();
      try {
        n++;
      } finally {
        lock.writeLock().unlock();
      }
    });
    t.start();
    lock.readLock().lock();
    int seen = n;
    lock.readLock().unlock();
    t.join();
    assert seen <= 1 && n == 1;
  }
}
