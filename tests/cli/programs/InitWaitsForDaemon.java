import java.util.concurrent.CountDownLatch;

/** Main initialises the class and waits for a thread whose code is in that class: a daemon, as the workers of parallel streams are. */
public class InitWaitsForDaemon {
  static final CountDownLatch LOADED = new CountDownLatch(1);

  static {
    Thread loader = new Thread(() -> LOADED.countDown(), "loader");
    loader.setDaemon(true);
    loader.start();
    try {
      LOADED.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) {
  }
}
