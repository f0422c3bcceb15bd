// System.exit ends the other thread wherever it is.
public class ExitRace {
  static volatile int x, y;

  public static void main(String[] args) {
    new Thread(() -> {
      x = 1;
      System.exit(0);
    }).start();
    System.out.print("one ");
    y = 1;
    System.out.print("two");
  }
}
