/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: page 1+2+3+4
 * slow: yes
 * hotspot: hang
 * why: Tasks of a pool of two submit parts to the same pool and wait for them. If both tasks run before a part does, both threads wait for parts that nobody runs. If one thread renders its
 *      task and the other one is free for the parts, all ends.
 */
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolInduced {
  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  String column(int top, int bottom) throws ExecutionException, InterruptedException {
    Future<String> first = pool.submit(() -> String.valueOf(top));
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
    System.out.println(new PoolInduced().page());
  }
}
