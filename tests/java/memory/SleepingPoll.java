// A plain flag with a sleep after each look: "neither Thread.sleep nor Thread.yield have any synchronization semantics" (JLS 17.3, whose example this is), so the read may be hoisted.
// races sc: racy
// verdict jmm: violated
// message jmm: the plain read of SleepingPoll.done may be hoisted out of its loop
public class SleepingPoll {
  static boolean done;

  public static void main(String[] args) throws InterruptedException {
    Thread poller = new Thread(() -> {
      try {
        while (!done) Thread.sleep(1000);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    poller.start();
    done = true;
    poller.join();
    System.out.println("done");
  }
}
