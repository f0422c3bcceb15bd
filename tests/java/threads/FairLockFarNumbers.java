// outcomes: 0 | 1
// why: a reader and a writer of a fair lock, whose numbers do not fit into a byte: the reader comes first or second, and both end
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class FairLockFarNumbers {
  static int x;
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 258; ++i) {
      Thread t = new Thread(() -> { });
      t.start();
      t.join();
    }
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    int[] seen = new int[1];
    Thread reader = new Thread(() -> {
      lock.readLock().lock();
      seen[0] = x;
      lock.readLock().unlock();
    });
    Thread writer = new Thread(() -> {
      lock.writeLock().lock();
      x = 1;
      lock.writeLock().unlock();
    });
    reader.start();
    writer.start();
    reader.join();
    writer.join();
    System.out.println(seen[0]);
  }
}
