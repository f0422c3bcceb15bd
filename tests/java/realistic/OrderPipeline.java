/*
 * verdict: verified
 * outcomes: invoice 30 | invoice 0 (out of stock)
 * why: A chain of CompletableFutures completed from two threads: the price comes from one, the stock from the other, in any order; combined they make 3 * 10. The warehouse thread takes the
 *      number of pieces from main's field, which may be set before or after: 0 pieces complete the stock with an exception, which the chain turns into an empty invoice.
 */
import java.util.concurrent.CompletableFuture;

public class OrderPipeline {
  private static volatile int pieces;

  public static void main(String[] args) throws Exception {
    CompletableFuture<Integer> price = new CompletableFuture<>();
    CompletableFuture<Integer> stock = new CompletableFuture<>();
    CompletableFuture<String> invoice = stock.thenCombine(price, (n, p) -> n * p)
        .thenApply(total -> "invoice " + total)
        .exceptionally(e -> "invoice 0 (" + e.getCause().getMessage() + ")");
    Thread warehouse = new Thread(() -> {
      int n = pieces;
      if (n == 0) stock.completeExceptionally(new IllegalStateException("out of stock"));
      else stock.complete(n);
    });
    Thread pricing = new Thread(() -> price.complete(10));
    warehouse.start();
    pricing.start();
    pieces = 3;
    System.out.println(invoice.get());
  }
}
