// No data race: the same outcomes under both models.
// races sc: free
// outcomes sc: 4 4
// outcomes jmm: 4 4
import java.util.concurrent.locks.ReentrantLock;

public class LockedCounter {
  static int byMonitor, byLock;
  static final Object monitor = new Object();
  static final ReentrantLock lock = new ReentrantLock();

  static void count() {
    for (int i = 0; i < 2; i++) {
      synchronized (monitor) {
        byMonitor++;
      }
      lock.lock();
      try {
        byLock++;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(LockedCounter::count), b = new Thread(LockedCounter::count);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(byMonitor + " " + byLock);
  }
}
