// late: verified (the task takes no time); both: violated by TimeoutException
import java.util.concurrent.*;
public class LateGetBeside {
  public static void main(String[] a) throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t = new Thread(() -> f.complete(3));
    t.start();
    System.out.println(f.get(1, TimeUnit.SECONDS));
    t.join();
  }
}
