// CompletableFuture.supplyAsync on an executor of threads made here.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

public class AsyncFuture {
  public static void main(String[] args) {
    Executor own = r -> new Thread(r).start();
    CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 20, own).thenApply(x -> x + 1).thenApply(x -> x * 2);
    System.out.println(f.join());
  }
}
