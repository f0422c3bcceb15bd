// The thread that is interrupted fails.
public class Interrupts {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      try {
        Thread.sleep(1000);
      } catch (InterruptedException e) {
        throw new IllegalStateException("stopped", e);
      }
    }, "sleeper");
    t.start();
    t.interrupt();
    t.join();
  }
}
