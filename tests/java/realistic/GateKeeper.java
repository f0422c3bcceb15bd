/*
 * verdict: verified
 * outcomes: through
 * why: A gate by park and unpark: who waits says who he is before he looks at the gate, and who opens it opens before he looks for somebody to wake. So at least one of the two sees the
 *      other; a permit that comes early ends the next park at once.
 */
import java.util.concurrent.locks.LockSupport;

public class GateKeeper {
  private volatile boolean open;
  private volatile Thread waiter;

  void pass() {
    waiter = Thread.currentThread();
    while (!open) LockSupport.park(this);
    waiter = null;
  }

  void open() {
    open = true;
    Thread w = waiter;
    if (w != null) LockSupport.unpark(w);
  }

  public static void main(String[] args) throws InterruptedException {
    GateKeeper gate = new GateKeeper();
    Thread visitor = new Thread(gate::pass, "visitor");
    visitor.start();
    gate.open();
    visitor.join();
    System.out.println("through");
  }
}
