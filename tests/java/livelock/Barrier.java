// where: Barrier.java:14
// hotspot: hang
// outcomes: 2
// sometimes
import java.util.concurrent.atomic.AtomicInteger;
/** A barrier used twice: the last to come resets the counter before the other has seen it full. */
public class Barrier {
  static final AtomicInteger arrived = new AtomicInteger();
  static volatile int generation;
  static void await(boolean right) {
    int g = generation;
    if (arrived.incrementAndGet() == 2) { arrived.set(0); generation++; return; }
    if (right) { while (generation == g) Thread.onSpinWait(); }
    else while (arrived.get() != 0 || generation != 1) Thread.onSpinWait();
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread t = new Thread(() -> { await(right); await(right); }, "other");
    t.start();
    await(right);
    await(right);
    t.join();
    System.out.println(generation);
  }
}
