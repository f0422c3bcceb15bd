import java.util.concurrent.locks.ReentrantLock;

// Who finds nothing left returns without unlocking.
public class LockKept {
  static final ReentrantLock LOCK = new ReentrantLock();
  static int left = 1;

  static void take() {
    LOCK.lock();
    if (left == 0) return;
    left--;
    LOCK.unlock();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(LockKept::take, "one"), two = new Thread(LockKept::take, "two");
    one.start();
    two.start();
    one.join();
    two.join();
    take();
  }
}
