/*
 * verdict: verified
 * options: --swallowed=violation
 * outcomes: rejected 2
 * why: Of two withdrawals of 8 from 10 the second is refused by the assertion, in the future of its task (the pool has one thread), and the program asks each future: the error is seen, and told.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

public class ImportJob {
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
    int rejected = 0;
    for (Future<?> booking : bookings) {
      try {
        booking.get();
      } catch (ExecutionException e) {
        rejected++;
      }
    }
    System.out.print(rejected == 0 ? "" : "rejected ");
    System.out.println(ledger.balance());
  }
}
