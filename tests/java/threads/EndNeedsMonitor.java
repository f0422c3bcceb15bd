// violation: deadlock
// why: a thread cannot end while main holds its monitor, so whoever joins it cannot either, and main waits for that one
public class EndNeedsMonitor {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    Thread u = new Thread(() -> {
      try {
        t.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    synchronized (t) {
      t.start();
      u.start();
      u.join();
    }
    System.out.println("end");
  }
}
