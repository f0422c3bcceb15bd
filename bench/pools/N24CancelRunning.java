import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N24CancelRunning {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newSingleThreadExecutor();
    CountDownLatch l = new CountDownLatch(1);
    Future<?> f = p.submit(() -> { try { l.await(); } catch (InterruptedException e) { System.out.print("i"); } });
    f.cancel(true); p.shutdown();
    p.awaitTermination(1, TimeUnit.HOURS);
    System.out.println(f.isCancelled());
  }
}
