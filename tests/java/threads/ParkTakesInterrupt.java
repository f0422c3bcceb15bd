// violation: deadlock
// why: the park that an interrupt ends takes its permit; the second one has neither permit nor status
// stress: no
import java.util.concurrent.locks.LockSupport;

public class ParkTakesInterrupt {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      LockSupport.park();
      Thread.interrupted();
      LockSupport.park();
      System.out.println("through");
    });
    t.start();
    t.interrupt();
    t.join();
  }
}
