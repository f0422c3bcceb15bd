// violation: deadlock
// why: a thread that has not started has no permit; the status it starts with is all that the interrupt leaves
import java.util.concurrent.locks.LockSupport;

public class InterruptBeforeStartNoPermit {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      Thread.interrupted();
      LockSupport.park();
      System.out.println("through");
    });
    t.interrupt();
    t.start();
    t.join();
  }
}
