import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N13AnyOf {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    CompletableFuture<String> a = CompletableFuture.supplyAsync(() -> "a", p), b = CompletableFuture.supplyAsync(() -> "b", p);
    System.out.println(CompletableFuture.anyOf(a, b).join());
    p.shutdown();
  }
}
