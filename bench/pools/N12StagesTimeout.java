import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N12StagesTimeout {
  public static void main(String[] args) throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<Integer>().completeOnTimeout(7, 10, TimeUnit.MILLISECONDS);
    System.out.println(f.thenApply(x -> x + 1).join());
  }
}
