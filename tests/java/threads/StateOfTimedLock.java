// outcomes: NEW | RUNNABLE | TERMINATED
// why: nobody else takes the lock, so that a timed tryLock() never parks
// stateless: no
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class StateOfTimedLock {
  static final ReentrantLock lock = new ReentrantLock();
  static Thread t;

  public static void main(String[] args) throws Exception {
    t = new Thread(() -> {
      try {
        if (lock.tryLock(1, TimeUnit.DAYS)) lock.unlock();
      } catch (InterruptedException e) {
        throw new Error(e);
      }
    });
    Thread u = new Thread(() -> System.out.println(t.getState()));
    u.start();
    t.start();
    u.join();
    t.join();
  }
}
