/*
 * verdict: verified
 * outcomes: savings 150 alerts 1
 * why: deposit calls the listeners when it has given up its lock (an open call), so nobody wants the monitor's lock while he has the account's.
 */
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

public class BankListenerOpen {
  static class Account {
    private final List<IntConsumer> listeners = new ArrayList<>();
    private int balance;

    Account(int balance) {
      this.balance = balance;
    }

    synchronized void onChange(IntConsumer listener) {
      listeners.add(listener);
    }

    void deposit(int amount) {
      int now;
      List<IntConsumer> interested;
      synchronized (this) {
        balance += amount;
        now = balance;
        interested = new ArrayList<>(listeners);
      }
      for (IntConsumer l : interested) l.accept(now);
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
