// Each access is guarded, but not by the same lock.
// races: TwoLocks.n
import java.util.concurrent.locks.ReentrantLock;

public class TwoLocks {
  static int n;
  static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();

  static void add(ReentrantLock lock) {
    lock.lock();
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> add(a));
    t.start();
    add(b);
    t.join();
  }
}
