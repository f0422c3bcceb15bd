import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// Tasks that add to one ArrayList: two of them may write the same place.
public class LostAdd {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Integer> all = new ArrayList<>();
    List<Future<?>> tasks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int k = i;
      tasks.add(pool.submit(() -> all.add(k)));
    }
    for (Future<?> task : tasks) task.get();
    pool.shutdown();
    if (all.size() != 3) throw new IllegalStateException("lost: " + all);
  }
}
