/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | 5000
 * hotspot: rarely fails
 * why: Double-checked locking with a volatile field, as it should be; but the object is assigned first and filled then, inside the block. A second thread that finds the field set takes
 *      the fast way to an object without its map entry, and unboxes null. Each client adds the time-out of its settings to the sum: 2 * 2500. If one of them died main prints nothing.
 */
import java.util.HashMap;
import java.util.Map;

public class SettingsPublishedEarly {
  private static volatile SettingsPublishedEarly instance;
  private final Map<String, Integer> values = new HashMap<>();

  static SettingsPublishedEarly get() {
    if (instance == null) {
      synchronized (SettingsPublishedEarly.class) {
        if (instance == null) {
          instance = new SettingsPublishedEarly();
          instance.load();
        }
      }
    }
    return instance;
  }

  private void load() {
    values.put("timeout", 2500);
  }

  int timeout() {
    return values.get("timeout");
  }

  public static void main(String[] args) throws InterruptedException {
    int[] seen = new int[1];
    Thread client = new Thread(() -> seen[0] = get().timeout());
    client.start();
    int own = get().timeout();
    client.join();
    if (seen[0] != 0) System.out.println(own + seen[0]);
  }
}
