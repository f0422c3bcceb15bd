// outcomes: end
// violation: deadlock
// why: who waits in acquire() parks there, and takes the permit of unpark(t); then its own park() has none: on a virtual thread as well
// stateless: no
// least: 25
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

public class VirtualPermitTakenByLock {
  static final Semaphore s = new Semaphore(0);

  public static void main(String[] args) throws Exception {
    Thread t = Thread.ofVirtual().unstarted(() -> { s.acquireUninterruptibly(); LockSupport.park(); });
    t.start();
    LockSupport.unpark(t);
    s.release();
    t.join();
    System.out.println("end");
  }
}
