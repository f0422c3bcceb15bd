/** Two deposits, one of which may be lost. The tests name its lines by their comments. */
public class Bank {
  static class Account {
    final String owner;
    final int[] history = {1, 2, 3};
    long limit = 1L << 40;
    int balance;

    Account(String owner) {
      this.owner = owner;
    }

    void deposit(int amount) {
      int seen = balance; // reads
      balance = seen + amount; // writes
      int end = seen; // after
    }

    int charge() {
      return ++balance;
    }

    Account other() {
      return new Account(owner + "'s other");
    }

    static int twice(int n) {
      return 2 * n;
    }

    static String joined(Object... all) {
      return all[0] + " " + all[1];
    }

    @Override
    public String toString() {
      return owner + ":" + balance;
    }
  }

  static final Account shared = new Account("ann");
  static final Object alices = new Object(), bobs = new Object();

  public static void main(String[] args) throws Exception {
    String hello = "hello"; // first
    Thread a = new Thread(() -> { synchronized (alices) { shared.deposit(10); } }, "alice");
    Thread b = new Thread(() -> { synchronized (bobs) { shared.deposit(20); } }, "bob");
    a.start();
    b.start();
    a.join();
    b.join();
    if (shared.balance != 30) throw new IllegalStateException("lost: " + shared.balance); // throws
  }
}
