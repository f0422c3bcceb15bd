// outcomes: 15
// why: five tasks return 1 to 5, whichever of the two workers runs them
// slow: all
import java.util.*;
import java.util.concurrent.*;

public class FixedTwoFive {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      int n = i;
      results.add(pool.submit(() -> n));
    }
    int sum = 0;
    for (Future<Integer> f : results) sum += f.get();
    pool.shutdown();
    System.out.println(sum);
  }
}
