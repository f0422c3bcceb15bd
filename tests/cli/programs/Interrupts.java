// Both threads print, so that it matters when; the thread that is interrupted fails.
public class Interrupts {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      try {
        Thread.sleep(1000);
      } catch (InterruptedException e) {
        System.err.println("stopped");
        throw new IllegalStateException("stopped", e);
      }
    }, "sleeper");
    t.start();
    t.interrupt();
    System.err.println("interrupted");
    t.join();
  }
}
