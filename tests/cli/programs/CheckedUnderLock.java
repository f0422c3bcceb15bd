// The map is locked for each call, and not from the question to what is done about it.
import java.util.HashMap;
import java.util.Map;

public class CheckedUnderLock {
  static final Map<String, Object> map = new HashMap<>();

  static Object get() {
    synchronized (map) {
      Object known = map.get("key");
      if (known != null)
        return known;
    }
    Object made = new Object();
    synchronized (map) {
      map.put("key", made);
    }
    return made;
  }

  public static void main(String[] args) throws InterruptedException {
    Object[] got = new Object[2];
    Thread a = new Thread(() -> got[0] = get()), b = new Thread(() -> got[1] = get());
    a.start();
    b.start();
    a.join();
    b.join();
    assert got[0] == got[1] : "made twice";
  }
}
