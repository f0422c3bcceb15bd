/*
 * verdict: violated
 * kinds: livelock
 * outcomes: none
 * hotspot: hang
 * needs: --livelock
 * why: main hands in both bills, and waits until the pool has terminated, with a message for the log every second. A pool terminates only after shutdown, and nobody calls that: the pool's thread
 *      waits for work, and main's loop comes round for ever, in every schedule.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class BillingShutdown {
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final AtomicInteger sent = new AtomicInteger();

  void bill(String customer) {
    pool.execute(() -> {
      if (!customer.isBlank()) sent.incrementAndGet();
    });
  }

  void finish() throws InterruptedException {
    int waited = 0;
    while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
      waited = Math.min(waited + 1, 3);   // the log says so three times
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BillingShutdown billing = new BillingShutdown();
    billing.bill("Adams");
    billing.bill("Brown");
    billing.finish();
    System.out.println(billing.sent + " bills");
  }
}
