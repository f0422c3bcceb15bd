// outcomes: 1
// why: System.out is read before the call: the start of the program stops there, and goes on into the loop, which ends since the other thread always writes
// stateless: no
public class PollBehindOutput {
  static volatile int ready;

  static int await() {
    while (ready == 0) Thread.onSpinWait();
    return ready;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> ready = 1);
    t.start();
    System.out.println(await());
    t.join();
  }
}
