// Two threads that wait for the same open latch learn nothing from each other: who has waited before a write has published nothing by that.
// races sc: racy
// outcomes sc: 0 0 | 0 1 | 1 1
// outcomes jmm: 0 0 | 0 1 | 1 1 | 1 0
import java.util.concurrent.CountDownLatch;

public class LatchAwaited {
  static final CountDownLatch open = new CountDownLatch(0);
  static int x, y;

  public static void main(String[] args) throws InterruptedException {
    int[] seen = new int[2];
    Thread writer = new Thread(() -> {
      x = 1;
      await();
      y = 1;
    });
    Thread reader = new Thread(() -> {
      await();
      seen[0] = y;
      seen[1] = x;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen[0] + " " + seen[1]);
  }

  static void await() {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
