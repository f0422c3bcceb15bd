// A flag that is polled plainly: the read may be hoisted out of its loop, which then never ends.
// races sc: racy
// verdict jmm: violated
// message jmm: the plain read of PlainPoll.stop may be hoisted out of its loop
public class PlainPoll {
  static boolean stop;

  public static void main(String[] args) throws InterruptedException {
    Thread poller = new Thread(() -> {
      while (!stop) Thread.onSpinWait();
    });
    poller.start();
    stop = true;
    poller.join();
    System.out.println("done");
  }
}
