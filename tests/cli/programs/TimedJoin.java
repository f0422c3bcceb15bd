// A join that may time out is over before the thread or after it, and the other way round.
public class TimedJoin {
  static volatile int x;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> x = 1);
    Thread b = new Thread(() -> {
      try {
        a.join(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      System.out.println("x " + x);
    });
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
