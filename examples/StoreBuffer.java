/**
 * Which outcomes are possible? Each thread writes one variable and reads the other. Under sequential consistency,
 * which is what jmc explores and what `volatile` guarantees, at least one thread sees the other's write.
 */
public class StoreBuffer {
  static volatile int x, y;
  static int sawY, sawX;

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> {
      x = 1;
      sawY = y;
    });
    Thread b = new Thread(() -> {
      y = 1;
      sawX = x;
    });
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("a saw y = " + sawY + ", b saw x = " + sawX);
  }
}
