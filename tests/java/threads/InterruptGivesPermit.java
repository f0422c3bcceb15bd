// outcomes: through
// why: HotSpot's interrupt makes the permit available, and interrupted() does not take it
import java.util.concurrent.locks.LockSupport;

public class InterruptGivesPermit {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      Thread.currentThread().interrupt();
      Thread.interrupted();
      LockSupport.park();
      System.out.println("through");
    });
    t.start();
    t.join();
  }
}
