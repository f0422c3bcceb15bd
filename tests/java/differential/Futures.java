// FutureTask and CompletableFuture, completed by one thread.
import java.util.concurrent.*;

public class Futures {
  public static void main(String[] args) throws Exception {
    FutureTask<String> t = new FutureTask<>(() -> "ran");
    System.out.println(t.isDone());
    t.run();
    System.out.println(t.get() + " " + t.isDone() + " " + t.cancel(true));
    FutureTask<String> c = new FutureTask<>(() -> "never");
    System.out.println(c.cancel(false) + " " + c.isCancelled());
    try {
      c.get();
    } catch (CancellationException e) {
      System.out.println("cancelled");
    }
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<String> g = f.thenApply(x -> x * 2).thenCombine(CompletableFuture.completedFuture(5), Integer::sum).thenCompose(x ->
        CompletableFuture.completedFuture("composed " + x));
    System.out.println(g.isDone() + " " + g.getNow("not yet"));
    f.complete(10);
    System.out.println(g.get() + " " + f.complete(11) + " " + f.join());
    CompletableFuture<Integer> x = new CompletableFuture<>();
    CompletableFuture<Object> handled = x.thenApply(v -> v + 1).handle((v, e) -> e == null ? v : e.getClass().getSimpleName() + ":" + e.getCause().getMessage());
    x.completeExceptionally(new IllegalArgumentException("bad"));
    System.out.println(handled.join() + " " + x.isCompletedExceptionally() + " " + x.exceptionally(e -> -1).join());
    try {
      x.join();
    } catch (CompletionException e) {
      System.out.println(e.getCause());
    }
    try {
      x.get();
    } catch (ExecutionException e) {
      System.out.println(e.getCause().getMessage());
    }
    System.out.println(CompletableFuture.allOf(f, g).isDone() + " " + CompletableFuture.anyOf(f).join());
    StringBuilder log = new StringBuilder();
    CompletableFuture<Void> done = f.thenAccept(v -> log.append("accept").append(v)).thenRun(() -> log.append(" run")).whenComplete((v, e) -> log.append(" ").append(e));
    done.join();
    System.out.println(log);
    CompletableFuture<String> later = new CompletableFuture<>();
    Thread th = new Thread(() -> later.complete("from another thread"));
    th.start();
    System.out.println(later.get());
    th.join();
  }
}
