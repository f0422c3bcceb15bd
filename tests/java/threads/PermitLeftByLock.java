// outcomes: through
// violation: deadlock
// why: main unparks the thread that waits in lock(); if that has got the lock without parking, its park() takes that permit. If it never waited, nobody unparks it
// stateless: no
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class PermitLeftByLock {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    lock.lock();
    Thread t = new Thread(() -> {
      lock.lock();
      lock.unlock();
      LockSupport.park();
      System.out.println("through");
    });
    t.start();
    lock.unlock();
    t.join();
  }
}
