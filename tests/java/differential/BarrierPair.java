// Two threads meet at a CyclicBarrier; its action sees the work of both.
import java.util.concurrent.CyclicBarrier;

public class BarrierPair {
  static int a, b;

  public static void main(String[] args) throws Exception {
    CyclicBarrier bar = new CyclicBarrier(2, () -> System.out.println("sum " + (a + b)));
    Thread t = new Thread(() -> {
      a = 3;
      try {
        bar.await();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    b = 4;
    bar.await();
    t.join();
    System.out.println("end");
  }
}
