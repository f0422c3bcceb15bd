/** Dies if it sees 1; whoever joins it prints afterwards. */
public class DiesThenPrints {
  static volatile int x;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      if (x == 1) throw new IllegalStateException();
    });
    t.start();
    x = 1;
    t.join();
    System.out.println("end");
  }
}
