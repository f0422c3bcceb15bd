/*
 * verdict: verified
 * outcomes: 4 | 7
 * why: Who gets the lock takes 3 and gives it back; who waits for too long (a wait for the lock may time out while the other has it) takes nothing and does not touch the lock. At least one gets it: a free lock is taken at once.
 */
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class ImpatientTake {
  static class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance = 10;

    /** Gives up when the account is busy for too long. */
    boolean take(int amount) throws InterruptedException {
      if (!lock.tryLock(10, TimeUnit.MILLISECONDS)) return false;
      try {
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
