package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jmc.junit.ModelChecked;
import org.junit.jupiter.api.BeforeEach;

class AccountTest {
  Account a, b;

  @BeforeEach
  void open() {
    a = new Account(10);
    b = new Account(10);
  }

  @ModelChecked
  void nobodyWithdrawsWhatIsNotThere() throws InterruptedException {
    Thread t = new Thread(() -> a.withdraw(7));
    t.start();
    a.withdraw(7);
    t.join();
    assertEquals(3, a.balance());
  }

  @ModelChecked
  void transfersKeepTheSum() throws InterruptedException {
    Thread t = new Thread(() -> a.transfer(b, 3));
    t.start();
    assertTrue(b.transfer(a, 5));
    t.join();
    assertEquals(20, a.balance() + b.balance());
  }
}
