package bank;

import jmc.junit.Actor;
import jmc.junit.Arbiter;
import jmc.junit.Outcomes;

/** Two withdrawals of which the account covers one: whoever is first gets the money. */
@Outcomes(value = {"true, false, 3", "false, true, 3"}, all = true)
class WithdrawOutcomesTest {
  final Account account = new Account(10);

  @Actor
  boolean first() {
    return account.withdraw(7);
  }

  @Actor
  boolean second() {
    return account.withdraw(7);
  }

  @Arbiter
  int balance() {
    return account.balance();
  }
}
