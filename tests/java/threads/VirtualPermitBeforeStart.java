// outcomes: unparked/interrupted true
// why: a virtual thread has its permit before it starts (VirtualThread.unpark), which an interrupt leaves, too; a platform thread has none
// least: 25
import java.util.concurrent.locks.LockSupport;

public class VirtualPermitBeforeStart {
  public static void main(String[] args) throws Exception {
    Thread v = Thread.ofVirtual().unstarted(() -> {
      LockSupport.park();
      System.out.println("unparked");
    });
    Thread other = new Thread(() -> LockSupport.unpark(v));
    other.start();
    v.start();
    v.join();
    other.join();
    Thread w = Thread.ofVirtual().unstarted(() -> {
      boolean seen = Thread.interrupted();
      LockSupport.park();
      System.out.println("interrupted " + seen);
    });
    w.interrupt();
    w.start();
    w.join();
  }
}
