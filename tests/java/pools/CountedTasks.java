// outcomes: 1 2 | 2 2
// why: the second task is done when get returns, but its worker counts it after that; one worker has counted both when the pool has terminated. Somebody reads the counters here: they are part of the states
// options: --timeouts=never
import java.util.concurrent.*;

public class CountedTasks {
  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.execute(() -> {});
    Future<Integer> second = pool.submit(() -> 1);
    second.get();
    System.out.print(pool.getCompletedTaskCount() + " ");
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.DAYS);
    System.out.println(pool.getCompletedTaskCount());
  }
}
