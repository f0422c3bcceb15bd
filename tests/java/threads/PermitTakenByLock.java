// outcomes: end
// violation: deadlock
// why: who waits in acquire() parks there, and takes the permit of unpark(t); then its own park() has none
// stateless: no
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

public class PermitTakenByLock {
  static final Semaphore s = new Semaphore(0);

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { s.acquireUninterruptibly(); LockSupport.park(); });
    t.start();
    LockSupport.unpark(t);
    s.release();
    t.join();
    System.out.println("end");
  }
}
