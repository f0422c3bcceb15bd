/**
 * The worker is to run until it is told to stop, but reads the flag only once, before its loop (as an optimiser may do
 * with a field that is not volatile). If the flag is not set by then, the loop never ends: a livelock.
 */
public class HoistedFlag {
  static volatile boolean stop;

  static void work() {
    boolean stopped = stop;
    while (!stopped) {
      // does its work, and never looks at the flag again
    }
    System.out.println("worker stopped");
  }

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(HoistedFlag::work, "worker");
    worker.start();
    stop = true;
    worker.join();
  }
}
