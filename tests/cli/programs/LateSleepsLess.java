// late: 3 only: the task sleeps less than the wait
import java.util.concurrent.*;
public class LateSleepsLess {
  public static void main(String[] a) throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t = new Thread(() -> { try { Thread.sleep(20); } catch (InterruptedException e) {} f.complete(3); });
    t.start();
    try { System.out.println(f.get(1, TimeUnit.SECONDS)); } catch (TimeoutException e) { System.out.println("late"); }
    t.join();
  }
}
