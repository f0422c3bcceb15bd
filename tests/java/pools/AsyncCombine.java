// outcomes: 3
// why: thenCombine runs once both values are there
// options: --processors=4
// slow: 25
import java.util.concurrent.*;

public class AsyncCombine {
  public static void main(String[] args) throws Exception {
    CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 1), b = CompletableFuture.supplyAsync(() -> 2);
    System.out.println(a.thenCombine(b, Integer::sum).get());
  }
}
