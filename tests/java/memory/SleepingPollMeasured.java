// The same without a deadline, in a program that reads the clock, where the beginning of each sleep is a step of its own.
// races sc: racy
// verdict jmm: violated
// message jmm: the plain read of SleepingPollMeasured.done may be hoisted out of its loop
public class SleepingPollMeasured {
  static boolean done;

  public static void main(String[] args) throws InterruptedException {
    long begun = System.nanoTime();
    Thread poller = new Thread(() -> {
      try {
        while (!done) Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    poller.start();
    done = true;
    poller.join();
    System.out.println(System.nanoTime() >= begun);
  }
}
