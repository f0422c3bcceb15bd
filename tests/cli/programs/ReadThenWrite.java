// A read lock does not become a write lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadThenWrite {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  static void load() {
    lock.readLock().lock();
    lock.writeLock().lock();
    lock.writeLock().unlock();
    lock.readLock().unlock();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(ReadThenWrite::load);
    t.start();
    t.join();
  }
}
