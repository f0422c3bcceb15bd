// invokeAll on a pool with one thread keeps the order of the tasks.
import java.util.List;
import java.util.concurrent.*;

public class InvokeAll {
  public static void main(String[] args) throws Exception {
    ExecutorService e = Executors.newFixedThreadPool(1);
    List<Future<String>> fs = e.invokeAll(List.of(() -> "first", () -> "second"));
    for (Future<String> f : fs) System.out.println(f.get());
    System.out.println(e.shutdownNow().size());
  }
}
