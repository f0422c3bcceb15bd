/** Polls with a pseudo-random number that goes on for ever, and that is looked at in the end. */
public class Seeded {
  static volatile boolean ready;

  static void poll(int seed) {
    while (!ready) {
      seed ^= seed << 13;
      seed ^= seed >>> 17;
      seed ^= seed << 5;
    }
    if (seed == 0) throw new AssertionError("no xorshift comes to 0");
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> poll(1));
    t.start();
    ready = true;
    t.join();
    System.out.println("done");
  }
}
