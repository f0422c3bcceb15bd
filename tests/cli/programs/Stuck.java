// Each waits for the other, politely.
public class Stuck {
  static volatile int a, b;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      while (a == 0) Thread.yield();
      b = 1;
    });
    t.start();
    while (b == 0) Thread.yield();
    a = 1;
    t.join();
  }
}
