/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: none
 * hotspot: hang
 * why: The initialiser of Prices waits for the thread that it has started, and that thread calls a method of Prices, whose initialisation it has to wait for (JLS 12.4.2): in every schedule both wait for ever, whether main or the reader is the one that initialises, and so does the other of these two.
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class WarmCacheInit {
  static class Prices {
    private static final Map<String, Integer> prices = new ConcurrentHashMap<>();

    static {
      Thread warming = new Thread(Prices::load, "warming");
      warming.start();
      try {
        warming.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void load() {
      prices.put("alpha", 3);
      prices.put("beta", 5);
    }

    static int of(String name) {
      return prices.get(name);
    }

    static int size() {
      return prices.size();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread reader = new Thread(() -> Prices.of("alpha"), "reader");
    reader.start();
    int beta = Prices.of("beta");
    reader.join();
    System.out.println(Prices.size() + " " + beta);
  }
}
