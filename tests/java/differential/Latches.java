// CountDownLatch, CyclicBarrier, Phaser, Exchanger-free: one possible output.
import java.util.concurrent.*;

public class Latches {
  public static void main(String[] args) throws Exception {
    CountDownLatch l = new CountDownLatch(2);
    int[] r = new int[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      new Thread(() -> {
        r[me] = me + 10;
        l.countDown();
      }).start();
    }
    l.await();
    System.out.println(r[0] + " " + r[1] + " " + l.getCount());
    CyclicBarrier b = new CyclicBarrier(1, () -> System.out.println("barrier"));
    System.out.println(b.await() + " " + b.await() + " " + b.getParties() + b.isBroken());
    Phaser p = new Phaser(1);
    System.out.println(p.arrive() + " " + p.arriveAndAwaitAdvance() + " " + p.getPhase() + " " + p.arriveAndDeregister() + " " + p.isTerminated());
    CountDownLatch zero = new CountDownLatch(0);
    System.out.println(zero.await(5, TimeUnit.SECONDS));
  }
}
