/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: through
 * hotspot: not seen
 * why: The visitor looks at the gate first and says who he is then. If the gate is opened in between, nobody is there to be woken, and the visitor parks for ever.
 */
import java.util.concurrent.locks.LockSupport;

public class GateKeeperLate {
  private volatile boolean open;
  private volatile Thread waiter;

  void pass() {
    while (!open) {
      waiter = Thread.currentThread();
      LockSupport.park(this);
    }
    waiter = null;
  }

  void open() {
    open = true;
    Thread w = waiter;
    if (w != null) LockSupport.unpark(w);
  }

  public static void main(String[] args) throws InterruptedException {
    GateKeeperLate gate = new GateKeeperLate();
    Thread visitor = new Thread(gate::pass, "visitor");
    visitor.start();
    gate.open();
    visitor.join();
    System.out.println("through");
  }
}
