// outcomes: 11 9
// why: as in LocksByHash; the accounts are made while another thread may run, so that which codes they get depends on who asks first
public class LocksByHashOfShared {
  static class Account { int balance = 10; }
  static void transfer(Account from, Account to, int amount) {
    Account first = System.identityHashCode(from) < System.identityHashCode(to) ? from : to;
    Account second = first == from ? to : from;
    synchronized (first) {
      synchronized (second) {
        from.balance -= amount;
        to.balance += amount;
      }
    }
  }
  public static void main(String[] args) throws Exception {
    new Thread(() -> { }).start();
    Account a = new Account(), b = new Account();
    Thread t = new Thread(() -> transfer(a, b, 3)), u = new Thread(() -> transfer(b, a, 4));
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(a.balance + " " + b.balance);
  }
}
