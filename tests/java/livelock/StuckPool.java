// where: StuckPool.java:16
// hotspot: hang
// options: --executors=real
// outcomes: end
import java.util.concurrent.*;
/** Who shuts a pool down waits, again and again, for a task that waits for a latch that nobody counts down. */
public class StuckPool {
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CountDownLatch latch = new CountDownLatch(1);
    pool.submit(() -> { latch.await(); return 1; });
    pool.shutdown();
    if (right) latch.countDown();
    boolean over = false;
    while (!over)
      over = pool.awaitTermination(1, TimeUnit.SECONDS);
    System.out.println("end");
  }
}
