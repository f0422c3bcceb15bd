// late: violated: nobody completes it, so its time is over
import java.util.concurrent.*;
public class LateNobodyCompletes {
  public static void main(String[] a) throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t = new Thread(() -> System.out.print("x"));
    t.start();
    System.out.println(f.get(1, TimeUnit.SECONDS));
  }
}
