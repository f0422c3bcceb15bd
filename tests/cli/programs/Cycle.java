import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Three threads take three locks of different kinds in a circle; a fourth waits for what nobody will bring. */
public class Cycle {
  public static void main(String[] args) throws Exception {
    Object monitor = new Object();
    ReentrantLock lock = new ReentrantLock(), other = new ReentrantLock();
    Semaphore never = new Semaphore(0);
    Thread a = new Thread(() -> { synchronized (monitor) { lock.lock(); } }, "a");
    Thread b = new Thread(() -> { lock.lock(); other.lock(); }, "b");
    Thread c = new Thread(() -> { other.lock(); synchronized (monitor) { } }, "c");
    Thread d = new Thread(never::acquireUninterruptibly, "d");
    a.start();
    b.start();
    c.start();
    d.start();
    d.join();
  }
}
