// where: TicketLock.java:12
// hotspot: rarely
// outcomes: 3
// sometimes
import java.util.concurrent.atomic.AtomicInteger;
/** Who gives up after taking a ticket leaves a hole that nobody serves. */
public class TicketLock {
  static final AtomicInteger next = new AtomicInteger(), serving = new AtomicInteger(), done = new AtomicInteger();
  static boolean lock(boolean patient) {
    int mine = next.getAndIncrement();
    if (!patient && serving.get() != mine) return false;
    while (serving.get() != mine) Thread.onSpinWait();
    return true;
  }
  static void work(boolean patient) {
    if (!lock(patient)) return;
    done.incrementAndGet();
    serving.incrementAndGet();
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread t = new Thread(() -> work(right), "one"), u = new Thread(() -> work(true), "two"), v = new Thread(() -> work(true), "three");
    t.start();
    u.start();
    v.start();
    t.join();
    u.join();
    v.join();
    System.out.println(done.get());
  }
}
