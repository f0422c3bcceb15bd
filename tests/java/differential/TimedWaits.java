// Timed waits that end the same way whether the time runs out or not.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class TimedWaits {
  static boolean set;

  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Thread t = new Thread(() -> {
      synchronized (lock) {
        set = true;
        lock.notifyAll();
      }
    });
    t.start();
    synchronized (lock) {
      while (!set) lock.wait(50);
    }
    t.join();
    System.out.println(set);
    CountDownLatch never = new CountDownLatch(1);
    System.out.println(never.await(1, TimeUnit.MILLISECONDS));
    synchronized (lock) {
      lock.wait(1);
      lock.wait(0, 1);
    }
    System.out.println("woken");
  }
}
