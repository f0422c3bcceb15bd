/*
 * verdict: violated
 * options: --swallowed=violation
 * kinds: assertion
 * outcomes: 2
 * hotspot: not seen
 * why: Of two withdrawals of 8 from 10 the second fails in the future of its task, which nobody asks: the program waits for the end of the pool, prints what is left, and nobody gets to know. Since the error is swallowed, HotSpot shows nothing. In every schedule; the execution is complete all the same.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

public class ImportJobSilent {
  static class Ledger {
    private int balance = 10;

    synchronized void book(int amount) {
      assert balance + amount >= 0 : "overdrawn by " + -(balance + amount);
      balance += amount;
    }

    synchronized int balance() {
      return balance;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Ledger ledger = new Ledger();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    int[] amounts = {-8, -8};
    List<Future<?>> bookings = new ArrayList<>();
    for (int amount : amounts) bookings.add(pool.submit(() -> ledger.book(amount)));
    pool.shutdown();
    while (!pool.awaitTermination(1, TimeUnit.DAYS)) { }
    System.out.println(ledger.balance());
  }
}
