// A volatile flag publishes a plain field; the reader spins until it is set.
public class VolatileFlag {
  static int data;
  static volatile boolean ready;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      data = 42;
      ready = true;
    });
    t.start();
    while (!ready) Thread.onSpinWait();
    System.out.println(data);
    t.join();
  }
}
