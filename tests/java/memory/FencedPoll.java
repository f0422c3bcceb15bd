// A plain flag that is polled with an acquire fence after each look: nothing moves a read past it, so the read stays in the loop.
// races sc: racy
// outcomes sc: done
// outcomes jmm: done
import java.lang.invoke.VarHandle;

public class FencedPoll {
  static boolean stop;

  public static void main(String[] args) throws InterruptedException {
    Thread poller = new Thread(() -> {
      while (!stop) VarHandle.acquireFence();
    });
    poller.start();
    stop = true;
    poller.join();
    System.out.println("done");
  }
}
