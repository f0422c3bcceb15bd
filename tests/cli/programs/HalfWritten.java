/** Writers set two fields one after the other, and checkers look at both in one line: the look of the one that fails is the cause. */
public class HalfWritten {
  static int low, high;

  static void check() {
    if (low == 0 && high == 0 || low == 1 && high == -1) return;
    System.err.println("half written");
    throw new IllegalStateException();
  }

  public static void main(String[] args) {
    for (int i = 1; i <= 2; i++) new Thread(() -> {
      low = 1;
      high = -1;
    }, "writer " + i).start();
    for (int i = 1; i <= 2; i++) new Thread(HalfWritten::check, "checker " + i).start();
  }
}
