// The interrupt that was to end the thread is caught and forgotten.
public class InterruptLost {
  static final Object lock = new Object();

  static void work() {
    while (!Thread.currentThread().isInterrupted())
      try {
        synchronized (lock) {
          lock.wait();
        }
      } catch (InterruptedException e) {
        // goes on
      }
  }

  public static void main(String[] args) {
    Thread t = new Thread(InterruptLost::work);
    t.start();
    t.interrupt();
  }
}
