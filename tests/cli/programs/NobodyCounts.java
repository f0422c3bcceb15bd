// A task of a pool ends with an exception, which nobody sees, and does not count down.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class NobodyCounts {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.submit(() -> {
      if (args.length == 0)
        throw new IllegalStateException();
      done.countDown();
    });
    done.await();
  }
}
