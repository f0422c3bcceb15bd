// Each method is locked; what was asked by one is not so any more in the next.
public class CheckedByGetter {
  private int balance = 10;

  synchronized int balance() {
    return balance;
  }

  synchronized void take(int n) {
    balance -= n;
  }

  void withdraw() {
    if (balance() >= 7)
      take(7);
  }

  public static void main(String[] args) throws InterruptedException {
    CheckedByGetter account = new CheckedByGetter();
    Thread a = new Thread(account::withdraw), b = new Thread(account::withdraw);
    a.start();
    b.start();
    a.join();
    b.join();
    assert account.balance() >= 0 : account.balance();
  }
}
