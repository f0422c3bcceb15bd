// outcomes: p/2
// why: one thread parks and two others lock: no permit can get lost, so locks stay single steps
// assumed: are single steps
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class ParkerAndLockers {
  static final ReentrantLock lock = new ReentrantLock();
  static int n;

  public static void main(String[] args) throws Exception {
    Thread p = new Thread(() -> { LockSupport.park(); System.out.println("p"); });
    Runnable r = () -> {
      lock.lock();
      try { n++; } finally { lock.unlock(); }
      LockSupport.unpark(p);
    };
    Thread a = new Thread(r), b = new Thread(r);
    p.start();
    a.start();
    b.start();
    a.join();
    b.join();
    p.join();
    System.out.println(n);
  }
}
