import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N08FixedDelay {
  public static void main(String[] args) throws Exception {
    ScheduledExecutorService p = Executors.newSingleThreadScheduledExecutor();
    CountDownLatch l = new CountDownLatch(2);
    ScheduledFuture<?> f = p.scheduleWithFixedDelay(l::countDown, 5, 5, TimeUnit.MILLISECONDS);
    l.await(); f.cancel(true); p.shutdown();
    System.out.println("two");
  }
}
