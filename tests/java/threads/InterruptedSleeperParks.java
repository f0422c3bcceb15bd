// outcomes: ithrough
// why: HotSpot's interrupt makes the permit available also of a thread that sleeps, where the exception takes the status
import java.util.concurrent.locks.LockSupport;

public class InterruptedSleeperParks {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        System.out.print("i");
      }
      LockSupport.park();
      System.out.println("through");
    });
    t.start();
    t.interrupt();
    t.join();
  }
}
