// The pool is shut down before all that submit to it have done so.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SubmittedTooLate {
  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    new Thread(() -> pool.execute(() -> {})).start();
    pool.shutdown();
  }
}
