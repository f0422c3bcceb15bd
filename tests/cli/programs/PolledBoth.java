// The loop reads two variables in turn, so that only what it does between the rounds tells that it gives way.
public class PolledBoth {
  static volatile int a = 1, b;

  static void rest() {
    switch (System.getProperty("how")) {
      case "yield" -> Thread.yield();
      case "spin" -> Thread.onSpinWait();
      case "sleep" -> {
        try {
          Thread.sleep(0);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      default -> { }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      while (a == 0 || b == 0) rest();
    });
    t.start();
    a = 2;
    b = 1;
    t.join();
    System.out.println("over");
  }
}
