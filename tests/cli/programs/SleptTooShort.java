/** Half a second is enough on most days. */
public class SleptTooShort {
  static volatile boolean loaded;

  public static void main(String[] args) throws InterruptedException {
    Thread loader = new Thread(() -> loaded = true, "loader");
    loader.start();
    Thread.sleep(500);
    if (!loaded) throw new IllegalStateException("not loaded");
  }
}
