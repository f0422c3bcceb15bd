/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: 4 | 7
 * hotspot: not seen
 * why: The tryLock stands inside the try whose finally unlocks: who has given up unlocks what it does not hold, and gets an IllegalMonitorStateException. A stress run would need the lock to be held for 10 ms. The complete executions end with 4, or with 7
 *      after the thread that gave up has died of the exception.
 */
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class ImpatientTakeUnlocks {
  static class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance = 10;

    /** Gives up when the account is busy for too long. */
    boolean take(int amount) throws InterruptedException {
      try {
        if (!lock.tryLock(10, TimeUnit.MILLISECONDS)) return false;
        balance -= amount;
        return true;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account account = new Account();
    int[] taken = new int[2];
    Thread[] clerks = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      clerks[i] = new Thread(() -> {
        try {
          if (account.take(3)) taken[me] = 3;
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }, "clerk" + i);
      clerks[i].start();
    }
    for (Thread t : clerks) t.join();
    assert account.balance + taken[0] + taken[1] == 10;
    System.out.println(account.balance);
  }
}
