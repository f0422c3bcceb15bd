import java.util.concurrent.atomic.*;
/** What lambdas capture has the names of the source: an element of n is lost. */
public class Captured {
  public static void main(String[] a) throws Exception {
    int[] n = {0};
    boolean[] done = new boolean[2];
    AtomicInteger hits = new AtomicInteger();
    StringBuilder log = new StringBuilder();
    Runnable r = () -> { n[0]++; if (hits.get() < 1) hits.set(hits.get() + 1); log.append("x"); };
    Thread t = new Thread(r), u = new Thread(r);
    t.start(); u.start(); t.join(); u.join();
    if (n[0] != 2) throw new AssertionError("n " + n[0]);
  }
}
