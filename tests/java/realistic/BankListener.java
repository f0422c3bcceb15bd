/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: savings 150 alerts 1
 * hotspot: rarely hangs
 * why: Accounts and the fraud monitor have their own locks and never take two, it seems; but deposit calls its listener with the account's lock, and the listener takes the monitor's lock.
 *      The report takes the monitor's lock and asks each account for its balance: the opposite order. Depositor has the account and wants the monitor, auditor has the monitor and wants the account.
 *      Otherwise one deposit of 50 makes 150, and one alert is counted.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

public class BankListener {
  static class Account {
    private final List<IntConsumer> listeners = new ArrayList<>();
    private int balance;

    Account(int balance) {
      this.balance = balance;
    }

    synchronized void onChange(IntConsumer listener) {
      listeners.add(listener);
    }

    synchronized void deposit(int amount) {
      balance += amount;
      for (IntConsumer l : listeners) l.accept(balance);
    }

    synchronized int balance() {
      return balance;
    }
  }

  static class FraudMonitor {
    private final List<Account> watched = new ArrayList<>();
    private int alerts;

    void watch(Account account) {
      synchronized (this) {
        watched.add(account);
      }
      account.onChange(this::changed);
    }

    private synchronized void changed(int balance) {
      if (balance > 120) alerts++;
    }

    synchronized int totalWatched() {
      int sum = 0;
      for (Account a : watched) sum += a.balance();
      return sum;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account savings = new Account(100);
    FraudMonitor monitor = new FraudMonitor();
    monitor.watch(savings);
    Thread depositor = new Thread(() -> savings.deposit(50), "depositor");
    depositor.start();
    int total = monitor.totalWatched();
    assert total == 100 || total == 150;
    depositor.join();
    System.out.println("savings " + savings.balance() + " alerts " + monitor.alerts);
  }
}
