// A flag that is polled plainly in a loop that does other work, on a field of its own and an array that nobody else has:
// plain accesses do not keep the read from being hoisted out of the loop.
// races sc: racy
// verdict jmm: violated
// message jmm: the plain read of PollWithWork.stop may be hoisted out of its loop
public class PollWithWork extends Thread {
  boolean stop;
  int rounds;
  final int[] squares = new int[2];

  @Override
  public void run() {
    while (!stop) {
      rounds = (rounds + 1) % 2;
      squares[rounds] = rounds * rounds;
    }
    System.out.println("stopped");
  }

  public static void main(String[] args) throws InterruptedException {
    PollWithWork worker = new PollWithWork();
    worker.start();
    worker.stop = true;
    worker.join();
  }
}
