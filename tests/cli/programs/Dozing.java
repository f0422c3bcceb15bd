/** Polls with a pseudo-random number that goes on for ever, sleeps in between and reads the clock: it may wait for a deadline far away. */
public class Dozing {
  static volatile boolean ready;

  static void poll(int seed) {
    long start = System.nanoTime();
    try {
      while (!ready) {
        Thread.sleep(1);
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        if (System.nanoTime() - start > 3_600_000_000_000L) throw new AssertionError("an hour has gone by");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (seed == 0) throw new AssertionError("no xorshift comes to 0");
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> poll(1));
    t.start();
    ready = true;
    t.join();
  }
}
