import java.util.concurrent.CompletableFuture;

// Neither: gives the same number twice, inside of what does not show it.
public class NumbersInFutures {
  private volatile int last;

  public CompletableFuture<Integer> later() {
    int next = last + 1;
    last = next;
    return CompletableFuture.completedFuture(next);
  }
}
