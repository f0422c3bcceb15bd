/*
 * verdict: verified
 * outcomes: 2 bills
 * why: After shutdown no more bills are taken, both are sent, and the pool terminates; until then each time-out of main's wait only leads to the next wait.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class BillingOrderly {
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final AtomicInteger sent = new AtomicInteger();

  void bill(String customer) {
    pool.execute(() -> {
      if (!customer.isBlank()) sent.incrementAndGet();
    });
  }

  void finish() throws InterruptedException {
    pool.shutdown();
    int waited = 0;
    while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
      waited = Math.min(waited + 1, 3);   // the log says so three times
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BillingOrderly billing = new BillingOrderly();
    billing.bill("Adams");
    billing.bill("Brown");
    billing.finish();
    System.out.println(billing.sent + " bills");
  }
}
