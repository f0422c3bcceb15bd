// A flag that is polled plainly in a loop with work under a lock: no read is moved past taking one. And a loop that
// gives up by itself ends, hoisted read or not.
// races sc: racy
// verdict jmm: verified
public class PollWithLock extends Thread {
  static boolean stop;
  private int parity;
  private int tries;

  private synchronized void work() {
    parity = 1 - parity;
  }

  @Override
  public void run() {
    while (!stop) work();
    for (int i = 0; i < 3 && !stop; i++) tries = i;
  }

  public static void main(String[] args) throws InterruptedException {
    PollWithLock worker = new PollWithLock();
    worker.start();
    synchronized (worker) {
      worker.parity = 0;
    }
    stop = true;
    worker.join();
    System.out.println("stopped");
  }
}
