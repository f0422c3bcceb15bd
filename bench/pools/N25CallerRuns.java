import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N25CallerRuns {
  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
    AtomicInteger n = new AtomicInteger();
    for (int i = 0; i < 3; i++) p.execute(n::incrementAndGet);
    p.shutdown(); p.awaitTermination(1, TimeUnit.HOURS);
    System.out.println(n);
  }
}
