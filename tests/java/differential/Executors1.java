// An executor with one worker: futures, exceptions, shutdown.
import java.util.concurrent.*;

public class Executors1 {
  public static void main(String[] args) throws Exception {
    ExecutorService e = Executors.newSingleThreadExecutor();
    Future<Integer> f = e.submit(() -> 6 * 7);
    System.out.println(f.get() + " " + f.isDone());
    Future<?> bad = e.submit(() -> {
      throw new IllegalStateException("task failed");
    });
    try {
      bad.get();
    } catch (ExecutionException x) {
      System.out.println(x.getCause());
    }
    e.shutdown();
    try {
      e.submit(() -> 1);
    } catch (RejectedExecutionException x) {
      System.out.println("rejected");
    }
    while (!e.awaitTermination(1, TimeUnit.DAYS)) {}
    System.out.println(e.isShutdown() + " " + e.isTerminated());
  }
}
