/** The stop is seen, and not yet the flag that should tell why: that the worker waited before, and looked again, is as it should be. */
public class StopBeforeStopped {
  int next = -1;
  static boolean closed;

  synchronized int take() throws InterruptedException {
    while (next < 0) wait();
    return next;
  }

  synchronized void put(int value) {
    next = value;
    notify();
  }

  public static void main(String[] args) throws InterruptedException {
    StopBeforeStopped box = new StopBeforeStopped();
    Thread worker = new Thread(() -> {
      try {
        if (box.take() == 0 && !closed) throw new IllegalStateException("stopped, and not closed");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }, "worker");
    worker.start();
    box.put(0);
    closed = true;
    worker.join();
  }
}
