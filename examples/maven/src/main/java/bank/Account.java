package bank;

/** Each method is synchronized; withdrawing is right, transferring is not. */
public class Account {
  private int balance;

  public Account(int balance) {
    this.balance = balance;
  }

  public synchronized int balance() {
    return balance;
  }

  public synchronized void deposit(int amount) {
    balance += amount;
  }

  public synchronized boolean withdraw(int amount) {
    if (balance < amount) return false;
    balance -= amount;
    return true;
  }

  /** Two accounts that transfer to each other at the same time: each thread holds one and waits for the other. */
  public synchronized boolean transfer(Account to, int amount) {
    if (!withdraw(amount)) return false;
    to.deposit(amount);
    return true;
  }
}
