/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | charged 100
 * hotspot: not seen
 * why: After 2 s without an answer the shop cancels the payment and charges the other card. But the first payment may be past the point where cancel can stop it: cancel(true) sets
 *      the interrupt flag, which the gateway does not look at, and both cards are charged. Or the payment is in the middle and one of the two additions comes first; 200 in sum. If the task was not started yet or its result
 *      came in time, 100.
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class ChargeAfterTimeout {
  private final AtomicInteger charged = new AtomicInteger();

  boolean charge(String card, int amount) {
    charged.addAndGet(amount);
    return card.startsWith("4");
  }

  void pay(ExecutorService pool) throws Exception {
    Future<Boolean> payment = pool.submit(() -> charge("4111", 100));
    try {
      payment.get(2, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      payment.cancel(true);
      charge("4222", 100);
    }
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    ChargeAfterTimeout shop = new ChargeAfterTimeout();
    shop.pay(pool);
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
    int sum = shop.charged.get();
    assert sum == 100 : "charged " + sum;
    System.out.println("charged " + sum);
  }
}
