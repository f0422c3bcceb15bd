import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N22ShutdownNow {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newSingleThreadExecutor();
    AtomicInteger n = new AtomicInteger();
    for (int i = 0; i < 3; i++) p.execute(n::incrementAndGet);
    int left = p.shutdownNow().size();
    p.awaitTermination(1, TimeUnit.HOURS);
    System.out.println(left + n.get());
  }
}
