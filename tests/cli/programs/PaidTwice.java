import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

// Two payments of all that there is: both may see it before either takes it.
public class PaidTwice {
  public static void main(String[] args) throws Exception {
    AtomicLong from = new AtomicLong(10), to = new AtomicLong();
    ExecutorService pool = Executors.newCachedThreadPool();
    Runnable pays = () -> {
      if (from.get() >= 10) {
        from.addAndGet(-10);
        to.addAndGet(10);
      }
    };
    Future<?> one = pool.submit(pays), other = pool.submit(pays);
    one.get();
    other.get();
    pool.shutdown();
    if (from.get() < 0) throw new IllegalStateException("overdrawn: " + from);
  }
}
