/*
 * verdict: verified
 * outcomes: price 42
 * why: What was read once is used: a removal after the read does no harm, one before it leads to a computation, 7 * 6 = 42 as well.
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class ExpiringCache {
  private static final long TTL_MILLIS = 50;
  private final Map<String, Integer> values = new ConcurrentHashMap<>();
  private final Map<String, Long> putAt = new ConcurrentHashMap<>();

  void put(String key, int value) {
    values.put(key, value);
    putAt.put(key, System.currentTimeMillis());
  }

  int get(String key) {
    Integer value = values.get(key);
    if (value == null) {
      value = compute(key);
      put(key, value);
    }
    return value;
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
    ExpiringCache cache = new ExpiringCache();
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
