import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** A timed wait on a condition, and a signal that may come in time. */
public class TimedAwait {
  public static void main(String[] args) throws Exception {
    Lock l = new ReentrantLock();
    Condition c = l.newCondition();
    boolean[] in = new boolean[2];
    Thread t = new Thread(() -> {
      l.lock();
      try { in[0] = c.await(1, TimeUnit.MILLISECONDS); } catch (InterruptedException e) { } finally { l.unlock(); }
    });
    t.start();
    l.lock();
    c.signal();
    l.unlock();
    t.join();
    System.out.println(in[0] ? "in time" : "late");
  }
}
