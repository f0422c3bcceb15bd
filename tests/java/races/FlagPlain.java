// Data and flag without order: both race, though the assertion holds in every interleaving.
// races: FlagPlain.data FlagPlain.ready
public class FlagPlain {
  static int data;
  static boolean ready;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 42;
      ready = true;
    });
    t.start();
    if (ready) assert data == 42;
    t.join();
  }
}
