// where: ForgottenUnlock.java:10
// hotspot: hang
// outcomes: 1
import java.util.concurrent.locks.ReentrantLock;
/** An early return keeps a lock; the other thread tries it for ever. */
public class ForgottenUnlock {
  static final ReentrantLock lock = new ReentrantLock();
  static int n;
  static void add(boolean right) {
    while (!lock.tryLock()) Thread.yield();
    if (n == 1) {
      if (right) lock.unlock();
      return;
    }
    n++;
    lock.unlock();
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread t = new Thread(() -> add(right), "one"), u = new Thread(() -> add(right), "two"), v = new Thread(() -> add(right), "three");
    t.start();
    u.start();
    v.start();
    t.join();
    u.join();
    v.join();
    System.out.println(n);
  }
}
