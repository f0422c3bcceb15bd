// outcomes: 3 true
// why: both tasks run before a pool that was shut down terminates, and awaitTermination without a time-out that matters says so
// options: --timeouts=never
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class AwaitTermination2 {
  public static void main(String[] args) throws Exception {
    AtomicInteger sum = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> sum.addAndGet(1));
    pool.execute(() -> sum.addAndGet(2));
    pool.shutdown();
    boolean ended = pool.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(sum.get() + " " + ended);
  }
}
