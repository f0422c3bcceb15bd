// Violated: nobody completes the future, as the thread that should fails before a second thread could notice anything.
import java.util.concurrent.CompletableFuture;

public class CaughtEarly {
  public static void main(String[] args) throws Exception {
    CompletableFuture<String> name = new CompletableFuture<>();
    Thread t = new Thread(() -> {
      try {
        Object none = null;
        name.complete(none.toString());
      } catch (RuntimeException e) {
        // too bad
      }
    });
    t.start();
    System.out.println(name.thenApply(String::length).get());
  }
}
