import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Whoever takes a pool for idle since nobody is active and its queue is empty is wrong now and then. */
public class PoolAsked {
  static volatile boolean done;

  public static void main(String[] args) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.execute(() -> done = true);
    if (args.length == 0 && pool.getActiveCount() == 0 && pool.getQueue().isEmpty()) assert done : "idle, and not done";
    pool.shutdown();
  }
}
