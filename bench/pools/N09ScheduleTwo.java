import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N09ScheduleTwo {
  public static void main(String[] args) throws Exception {
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    ScheduledFuture<Integer> a = p.schedule(() -> 1, 10, TimeUnit.MILLISECONDS), b = p.schedule(() -> 2, 20, TimeUnit.MILLISECONDS);
    System.out.println(a.get() + b.get());
    p.shutdown();
  }
}
