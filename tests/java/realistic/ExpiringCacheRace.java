/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | price 42
 * hotspot: not seen
 * needs: --random
 * why: get asks containsKey and then unboxes what get returns; between the two the sweeper may remove the entry, when 50 ms have passed since it was put (main may be slow), and
 *      the null is unboxed: main dies without a word. In all other schedules the price is 42: from the cache, or computed again after the sweep.
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class ExpiringCacheRace {
  private static final long TTL_MILLIS = 50;
  private final Map<String, Integer> values = new ConcurrentHashMap<>();
  private final Map<String, Long> putAt = new ConcurrentHashMap<>();

  void put(String key, int value) {
    values.put(key, value);
    putAt.put(key, System.currentTimeMillis());
  }

  int get(String key) {
    if (!values.containsKey(key)) put(key, compute(key));
    return values.get(key);
  }

  void sweep() {
    long now = System.currentTimeMillis();
    for (Map.Entry<String, Long> e : putAt.entrySet()) {
      if (now - e.getValue() >= TTL_MILLIS) {
        values.remove(e.getKey());
        putAt.remove(e.getKey());
      }
    }
  }

  private static int compute(String key) {
    return key.length() * 6;
  }

  public static void main(String[] args) throws InterruptedException {
    ExpiringCacheRace cache = new ExpiringCacheRace();
    cache.put("printer", 42);
    Thread sweeper = new Thread(() -> {
      try {
        Thread.sleep(60);
        cache.sweep();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    sweeper.start();
    int price = cache.get("printer");
    sweeper.join();
    System.out.println("price " + price);
  }
}
