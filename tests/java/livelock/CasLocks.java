// where: CasLocks.java:10
// hotspot: rarely
// outcomes: 2
// sometimes
import java.util.concurrent.atomic.AtomicBoolean;
/** Two locks made of a CAS each, taken in opposite order. */
public class CasLocks {
  static final AtomicBoolean a = new AtomicBoolean(), b = new AtomicBoolean();
  static int n;
  static void lock(AtomicBoolean l) { while (!l.compareAndSet(false, true)) Thread.onSpinWait(); }
  static void both(AtomicBoolean x, AtomicBoolean y) {
    lock(x);
    lock(y);
    n++;
    y.set(false);
    x.set(false);
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread t = new Thread(() -> both(a, b), "ab");
    Thread u = new Thread(() -> { if (right) both(a, b); else both(b, a); }, "ba");
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(n);
  }
}
