import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N10Stages {
  public static void main(String[] args) throws Exception {
    System.out.println(CompletableFuture.supplyAsync(() -> 4).thenApply(x -> x + 1).thenCompose(x -> CompletableFuture.completedFuture(x * 2)).join());
  }
}
