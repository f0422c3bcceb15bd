// outcomes: stopped
// why: a joiner that is woken sees that the worker is alive and waits again
public class NotifyAllReachesWorker {
  static class Worker extends Thread {
    private boolean stop;

    @Override public synchronized void run() {
      try {
        while (!stop) wait();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    synchronized void finish() {
      stop = true;
      notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    Worker w = new Worker();
    Thread observer = new Thread(() -> {
      try {
        w.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    w.start();
    observer.start();
    w.finish();
    observer.join();
    System.out.println("stopped");
  }
}
