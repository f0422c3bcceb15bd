// outcomes: 3
// why: join returns the value of its own task
import java.util.concurrent.*;

public class ForkJoinTwoTasks {
  public static void main(String[] args) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    ForkJoinTask<Integer> a = pool.submit(() -> 1), b = pool.submit(() -> 2);
    System.out.println(a.join() + b.join());
  }
}
