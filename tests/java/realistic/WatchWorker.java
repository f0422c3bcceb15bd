/*
 * verdict: verified
 * outcomes: stages 2
 * why: The thread is its own monitor: it announces its first stage by notifyAll on itself, and its end by what the JDK does when a thread ends. main waits with timeless waits for the
 *      first, then for the end, and looks at the condition each time with the monitor.
 */
public class WatchWorker extends Thread {
  private int stages;

  @Override
  public void run() {
    synchronized (this) {
      stages++;
      notifyAll();
    }
    synchronized (this) {
      stages++;
    }
  }

  synchronized void awaitFirstStage() throws InterruptedException {
    while (stages == 0) wait();
  }

  public static void main(String[] args) throws InterruptedException {
    WatchWorker worker = new WatchWorker();
    worker.start();
    worker.awaitFirstStage();
    synchronized (worker) {
      while (worker.isAlive()) worker.wait();
    }
    System.out.println("stages " + worker.stages);
  }
}
