// outcomes: false | true
// why: a thread has a blocker from before it parks until after it is unparked, and nobody orders the question with either
import java.util.concurrent.locks.LockSupport;

public class BlockerSeen {
  public static void main(String[] args) throws Exception {
    Object blocker = new Object();
    Thread t = new Thread(() -> LockSupport.park(blocker));
    t.start();
    System.out.println(LockSupport.getBlocker(t) == blocker);
    LockSupport.unpark(t);
    t.join();
  }
}
