/*
 * verdict: verified
 * outcomes: 5000
 * why: The object is assigned when it is complete, so both ways lead to one with its entry: 2 * 2500.
 */
import java.util.HashMap;
import java.util.Map;

public class Settings {
  private static volatile Settings instance;
  private final Map<String, Integer> values = new HashMap<>();

  static Settings get() {
    if (instance == null) {
      synchronized (Settings.class) {
        if (instance == null) {
          Settings fresh = new Settings();
          fresh.load();
          instance = fresh;
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
