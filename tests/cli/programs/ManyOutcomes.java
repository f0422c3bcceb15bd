/** Has the outcomes 0 to 12. */
public class ManyOutcomes {
  static volatile int x;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { for (int i = 1; i <= 12; i++) x = i; });
    t.start();
    System.out.println(x);
    t.join();
  }
}
