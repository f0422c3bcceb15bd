/*
 * verdict: verified
 * outcomes: 2 5
 * why: The initialiser starts the thread that warms the cache and does not wait for it: the thread has to wait for the end of the initialisation before it may use the class, and nobody waits for the thread while that goes on. The first
 *      reader joins it. Two entries; 5 is what "beta" costs.
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class WarmCache {
  static class Prices {
    private static final Map<String, Integer> prices = new ConcurrentHashMap<>();
    private static final Thread warming = new Thread(Prices::load, "warming");

    static {
      warming.start();
    }

    private static void load() {
      prices.put("alpha", 3);
      prices.put("beta", 5);
    }

    static int of(String name) throws InterruptedException {
      warming.join();
      return prices.get(name);
    }

    static int size() {
      return prices.size();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread reader = new Thread(() -> {
      try {
        Prices.of("alpha");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }, "reader");
    reader.start();
    int beta = Prices.of("beta");
    reader.join();
    System.out.println(Prices.size() + " " + beta);
  }
}
