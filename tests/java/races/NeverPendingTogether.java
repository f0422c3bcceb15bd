// Two writes of x that no search need ever see pending in one state: volatile accesses of other variables lie between.
// races: NeverPendingTogether.x
public class NeverPendingTogether {
  static int x;
  static volatile int a, b;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      x = 1;
      a = 1;
    });
    t.start();
    b = 1;
    b = b + 1;
    x = 2;
    t.join();
  }
}
