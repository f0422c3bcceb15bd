import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N14Exceptional {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newSingleThreadExecutor();
    CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> { if (true) throw new IllegalArgumentException(); return 1; }, p);
    System.out.println(f.handle((v, e) -> e == null ? v : -1).join());
    p.shutdown();
  }
}
