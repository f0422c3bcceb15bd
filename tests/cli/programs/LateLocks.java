// late: "ab" or "ba", never a failed tryLock: the holder always gives the lock back
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class LateLocks {
  static final ReentrantLock lock = new ReentrantLock();
  static final StringBuffer log = new StringBuffer();
  static void go(String s) {
    try { if (!lock.tryLock(1, TimeUnit.SECONDS)) { log.append("failed"); return; } } catch (InterruptedException e) { return; }
    try { log.append(s); } finally { lock.unlock(); }
  }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> go("a")), u = new Thread(() -> go("b"));
    t.start(); u.start(); t.join(); u.join();
    System.out.println(log);
  }
}
