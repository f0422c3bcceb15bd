// where: CountedRounds.java:9
// outcomes: 2
// sometimes
import java.util.concurrent.atomic.AtomicBoolean;
/** A lock that counts its rounds, to give way in some of them, and a holder that forgets to give it back when it was asked for late. */
public class CountedRounds {
  static final AtomicBoolean taken = new AtomicBoolean();
  static int n;
  static void lock() { for (int rounds = 0; !taken.compareAndSet(false, true); rounds++)
    if (rounds > 100) { if (rounds % 10 == 0) Thread.yield(); else Thread.onSpinWait(); } }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread[] both = new Thread[2];
    for (int i = 0; i < 2; i++) {
      both[i] = new Thread(() -> {
        lock();
        if (n++ == 0 || right) taken.set(false);
      });
      both[i].start();
    }
    if (!right) { lock(); n++; taken.set(false); }
    for (Thread t : both) t.join();
    System.out.println(n);
  }
}
