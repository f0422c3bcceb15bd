import java.util.HashMap;
import java.util.Map;

// A cache that is asked under a lock, and filled under it again: two may find nothing and make two values of one key.
public class MadeTwice {
  private final Map<Integer, String> cache = new HashMap<>();

  String get(int key) {
    String value;
    synchronized (cache) {
      value = cache.get(key);
    }
    if (value == null) {
      value = new String("v" + key);
      synchronized (cache) {
        cache.put(key, value);
      }
    }
    return value;
  }

  public static void main(String[] args) throws InterruptedException {
    MadeTwice values = new MadeTwice();
    String[] got = new String[2];
    Thread other = new Thread(() -> got[0] = values.get(1));
    other.start();
    got[1] = values.get(1);
    other.join();
    if (got[0] != got[1]) throw new IllegalStateException("two values of one key");
  }
}
