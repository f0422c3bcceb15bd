/*
 * verdict: verified
 * outcomes: page 1+2+3+4
 * why: A task renders its parts itself, so no thread of the pool waits for another one.
 */
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

public class PoolInlined {
  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  String column(int top, int bottom) throws ExecutionException, InterruptedException {
    FutureTask<String> first = new FutureTask<>(() -> String.valueOf(top));
    first.run();
    return first.get() + "+" + bottom;
  }

  String page() throws ExecutionException, InterruptedException {
    Future<String> left = pool.submit(() -> column(1, 2));
    Future<String> right = pool.submit(() -> column(3, 4));
    try {
      return "page " + left.get() + "+" + right.get();
    } finally {
      pool.shutdown();
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(new PoolInlined().page());
  }
}
