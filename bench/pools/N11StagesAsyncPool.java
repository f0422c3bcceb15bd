import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N11StagesAsyncPool {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    System.out.println(CompletableFuture.supplyAsync(() -> 4, p).thenApplyAsync(x -> x + 1, p).thenApplyAsync(x -> x * 2, p).join());
    p.shutdown();
  }
}
