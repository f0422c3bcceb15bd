// outcomes: 1 2 3
// why: get returns the value of its own task, whichever worker ran it
import java.util.*;
import java.util.concurrent.*;

public class FixedThreeGet {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      int n = i;
      results.add(pool.submit(() -> n));
    }
    StringBuilder out = new StringBuilder();
    for (Future<Integer> f : results) out.append(out.length() == 0 ? "" : " ").append(f.get());
    pool.shutdown();
    System.out.println(out);
  }
}
