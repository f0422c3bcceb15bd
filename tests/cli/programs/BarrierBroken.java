import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who does not want to wait for ever breaks the barrier for all others. */
public class BarrierBroken {
  static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.SECONDS);
    } catch (TimeoutException | InterruptedException | BrokenBarrierException e) {
      // no other has come
    }
  }

  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Thread hasty = new Thread(() -> meet(barrier), "hasty");
    hasty.start();
    barrier.await();
  }
}
