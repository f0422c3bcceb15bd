// The acquire fence comes before the loop, and a release fence lets reads pass that were after it: the read may still be hoisted.
// races sc: racy
// verdict jmm: violated
// message jmm: the plain read of FencedBeforePoll.stop may be hoisted out of its loop
import java.lang.invoke.VarHandle;

public class FencedBeforePoll {
  static boolean stop;

  public static void main(String[] args) throws InterruptedException {
    Thread poller = new Thread(() -> {
      VarHandle.acquireFence();
      while (!stop) VarHandle.releaseFence();
    });
    poller.start();
    stop = true;
    poller.join();
    System.out.println("done");
  }
}
