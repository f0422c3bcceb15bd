// The same in a program that reads the clock, and with a deadline: then the loop ends, hoisted or not.
// races sc: racy
// outcomes sc: false | true
// outcomes jmm: false | true
public class SleepingPollTimed {
  static boolean done;

  public static void main(String[] args) throws InterruptedException {
    long begun = System.nanoTime();
    Thread poller = new Thread(() -> {
      try {
        while (!done && System.nanoTime() - begun < 2_000_000) Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    poller.start();
    done = true;
    poller.join();
    System.out.println(System.nanoTime() - begun >= 2_000_000);
  }
}
