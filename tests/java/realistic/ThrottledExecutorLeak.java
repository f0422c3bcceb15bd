/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: none
 * hotspot: hang
 * why: The permit is acquired before the task is handed to the pool and released by the task. The pool has been shut down in the meantime and rejects the second task, which the caller handles; but
 *      the permit of the rejected task is never released, and close, which wants all of them back, waits for ever.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

public class ThrottledExecutorLeak {
  private static final int LIMIT = 2;
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final Semaphore permits = new Semaphore(LIMIT);
  private volatile int done;

  void execute(Runnable task) throws InterruptedException {
    permits.acquire();
    pool.execute(() -> {
      try {
        task.run();
      } finally {
        permits.release();
      }
    });
  }

  void close() throws InterruptedException {
    pool.shutdown();
    permits.acquire(LIMIT);
  }

  public static void main(String[] args) throws InterruptedException {
    ThrottledExecutorLeak executor = new ThrottledExecutorLeak();
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
