// outcomes: a b c
// why: invokeAll returns when all tasks are done, in the order of the tasks
import java.util.*;
import java.util.concurrent.*;

public class InvokeAll {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Callable<String>> tasks = List.of(() -> "a", () -> "b", () -> "c");
    StringBuilder out = new StringBuilder();
    for (Future<String> f : pool.invokeAll(tasks)) {
      if (!f.isDone()) throw new AssertionError("not done");
      out.append(out.length() == 0 ? "" : " ").append(f.get());
    }
    pool.shutdown();
    System.out.println(out);
  }
}
