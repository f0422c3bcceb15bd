// outcomes: stopped
// violation: deadlock
// why: notify() may wake the thread that joins the worker instead of the worker, which then waits for ever: notifyAll() is needed
public class NotifyTakenByJoiner {
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
      notify();
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
