import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N07FixedRate {
  public static void main(String[] args) throws Exception {
    ScheduledExecutorService p = Executors.newScheduledThreadPool(1);
    AtomicInteger n = new AtomicInteger();
    ScheduledFuture<?> f = p.scheduleAtFixedRate(n::incrementAndGet, 0, 10, TimeUnit.MILLISECONDS);
    Thread.sleep(50);
    f.cancel(false); p.shutdown();
    System.out.println(p.awaitTermination(1, TimeUnit.SECONDS));
  }
}
