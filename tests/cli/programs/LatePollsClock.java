// late: "true" only: the poller sees no time pass as long as the other thread can run
public class LatePollsClock {
  static volatile boolean done;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> done = true);
    t.start();
    long until = System.nanoTime() + 5_000_000_000L;
    while (!done && System.nanoTime() < until) Thread.onSpinWait();
    System.out.println(done);
    t.join();
  }
}
