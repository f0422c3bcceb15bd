// outcomes: cancelled true
// why: the task counts down twice, in two of its periods; only then it is cancelled, and a cancelled future is done
import java.util.concurrent.*;

public class PeriodicCancelled {
  public static void main(String[] args) throws Exception {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    CountDownLatch twice = new CountDownLatch(2);
    ScheduledFuture<?> task = pool.scheduleAtFixedRate(twice::countDown, 1, 1, TimeUnit.MILLISECONDS);
    twice.await();
    boolean cancelled = task.cancel(false);
    pool.shutdown();
    System.out.println((cancelled ? "cancelled " : "not cancelled ") + task.isDone());
  }
}
