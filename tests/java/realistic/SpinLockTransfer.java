/*
 * verdict: violated
 * kinds: livelock
 * outcomes: 80 120
 * hotspot: rarely hangs
 * needs: --livelock
 * why: Test-and-test-and-set locks with back-off, taken in the order of the arguments: one thread transfers from a to b, the other from b to a. Each may have its first lock and try
 *      the second for ever; nobody gives back what he has. When it ends, 30 have gone one way and 10 the other: 100-30+10 and 100+30-10.
 */
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLockTransfer {
  static class SpinLock {
    private final AtomicBoolean held = new AtomicBoolean();

    void lock() {
      int pause = 1;
      while (held.get() || !held.compareAndSet(false, true)) {
        for (int i = 0; i < pause; i++) Thread.onSpinWait();
        if (pause < 4) pause *= 2;
        else Thread.yield();
      }
    }

    void unlock() {
      held.set(false);
    }
  }

  static class Account {
    final SpinLock lock = new SpinLock();
    final int id;
    int balance;

    Account(int id, int balance) {
      this.id = id;
      this.balance = balance;
    }
  }

  static void transfer(Account from, Account to, int amount) {
    Account first = from, second = to;
    first.lock.lock();
    second.lock.lock();
    try {
      from.balance -= amount;
      to.balance += amount;
    } finally {
      second.lock.unlock();
      first.lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account a = new Account(1, 100), b = new Account(2, 100);
    Thread t1 = new Thread(() -> transfer(a, b, 30), "rent");
    Thread t2 = new Thread(() -> transfer(b, a, 10), "refund");
    t1.start();
    t2.start();
    t1.join();
    t2.join();
    System.out.println(a.balance + " " + b.balance);
  }
}
