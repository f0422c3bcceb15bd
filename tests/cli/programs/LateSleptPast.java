// late: both outcomes: the task sleeps longer than the wait, so the wait may be over first; never "value" only
import java.util.concurrent.*;
public class LateSleptPast {
  public static void main(String[] a) throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t = new Thread(() -> { try { Thread.sleep(2000); } catch (InterruptedException e) {} f.complete(3); });
    t.start();
    try { System.out.println(f.get(1, TimeUnit.SECONDS)); } catch (TimeoutException e) { System.out.println("late"); }
    t.join();
  }
}
