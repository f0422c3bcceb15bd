import java.util.concurrent.Callable;

/** Two threads do the same, which neither they nor anybody else has done before. */
final class BothAtOnce {
  private BothAtOnce() {}

  static void run(Callable<Object> use) throws Exception {
    Object[] results = new Object[2];
    Thread other = new Thread(() -> {
      try {
        results[0] = use.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    other.start();
    results[1] = use.call();
    other.join();
    System.out.println(results[0] + " and " + results[1]);
  }
}
