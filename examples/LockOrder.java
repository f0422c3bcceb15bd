/**
 * Each transfer locks the account it takes from, then the one it gives to. Two transfers in opposite directions can
 * wait for each other for ever. Sorting the accounts by number before locking is the cure.
 */
public class LockOrder {
  static class Account {
    int balance = 100;
  }

  static void transfer(Account from, Account to, int amount) {
    synchronized (from) {
      synchronized (to) {
        from.balance -= amount;
        to.balance += amount;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account mine = new Account();
    Account yours = new Account();
    Thread pay = new Thread(() -> transfer(mine, yours, 10), "pay");
    Thread refund = new Thread(() -> transfer(yours, mine, 5), "refund");
    pay.start();
    refund.start();
    pay.join();
    refund.join();
    assert mine.balance + yours.balance == 200;
  }
}
