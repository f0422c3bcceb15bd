/*
 * verdict: verified
 * outcomes: done 1
 * why: A rejected task gives its permit back at once, so close gets both when the first task has ended.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

public class ThrottledExecutor {
  private static final int LIMIT = 2;
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final Semaphore permits = new Semaphore(LIMIT);
  private volatile int done;

  void execute(Runnable task) throws InterruptedException {
    permits.acquire();
    try {
      pool.execute(() -> {
        try {
          task.run();
        } finally {
          permits.release();
        }
      });
    } catch (RejectedExecutionException e) {
      permits.release();
      throw e;
    }
  }

  void close() throws InterruptedException {
    pool.shutdown();
    permits.acquire(LIMIT);
  }

  public static void main(String[] args) throws InterruptedException {
    ThrottledExecutor executor = new ThrottledExecutor();
    executor.execute(() -> executor.done = 1);
    executor.pool.shutdown();
    try {
      executor.execute(() -> executor.done = 2);
    } catch (RejectedExecutionException e) {
      // too late for this one
    }
    executor.close();
    System.out.println("done " + executor.done);
  }
}
