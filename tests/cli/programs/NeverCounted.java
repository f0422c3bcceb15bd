/** Counts its rounds, but past the bound: the count is even, the bound odd. */
public class NeverCounted {
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      for (int i = 0; i != 7; i += 2)
        if (ready) break;
    });
    t.start();
    ready = true;
    t.join();
    System.out.println("seen");
  }
}
