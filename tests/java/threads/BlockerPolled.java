// outcomes: null
// why: the thread notes its blocker before it parks, so main, which waits for that, always goes on; after the end there is none
// stateless: no
import java.util.concurrent.locks.LockSupport;

public class BlockerPolled {
  public static void main(String[] args) throws Exception {
    Object blocker = new Object();
    Thread t = new Thread(() -> LockSupport.park(blocker));
    t.start();
    while (LockSupport.getBlocker(t) != blocker) Thread.onSpinWait();
    LockSupport.unpark(t);
    t.join();
    System.out.println(LockSupport.getBlocker(t));
  }
}
