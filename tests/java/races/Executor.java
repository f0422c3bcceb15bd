// Tasks and results are handed over by the executor and its futures.
// without: --por=optimal-dpor
// races: none
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Executor {
  static class Sum {
    int value;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Sum sum = new Sum();
    sum.value = 1;
    Future<Sum> f = pool.submit(() -> {
      sum.value++;
      return sum;
    });
    f.get().value++;
    assert sum.value == 3;
    pool.shutdown();
  }
}
