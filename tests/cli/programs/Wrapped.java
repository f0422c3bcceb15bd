import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What fails is in the task; who asks for its result fails at another line, with another exception, and wraps that once more. */
public class Wrapped {
  static volatile String name;

  static int length() {
    return name.length();
  }

  public static void main(String[] args) throws InterruptedException {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    var task = pool.submit(Wrapped::length);
    name = "set";
    try {
      task.get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("no length", e);
    } finally {
      pool.shutdown();
    }
  }
}
