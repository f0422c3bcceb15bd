// outcomes: 7
// why: get returns the values of the two tasks
// options: --timeouts=never
import java.util.concurrent.*;

public class ForkJoinInvoke {
  public static void main(String[] args) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    ForkJoinTask<Integer> three = pool.submit(() -> 3);
    System.out.println(pool.invoke(ForkJoinTask.adapt(() -> 4)) + three.get());
    pool.shutdown();
  }
}
