/** The interruption is caught and forgotten, so that the loop never ends. */
public class ForgetsInterrupt {
  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(() -> {
      while (!Thread.currentThread().isInterrupted()) {
        try {
          Thread.sleep(10);
        } catch (InterruptedException e) {
          // goes on
        }
      }
    }, "worker");
    worker.start();
    worker.interrupt();
    worker.join();
  }
}
