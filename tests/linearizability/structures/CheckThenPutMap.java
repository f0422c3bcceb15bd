import java.util.concurrent.ConcurrentHashMap;

// Seeded bug: looks and puts in two steps, on a map that is itself correct.
public class CheckThenPutMap {
  private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
  public Integer putIfAbsent(int key, int value) {
    Integer old = map.get(key);
    if (old == null) map.put(key, value);
    return old;
  }
  public Integer get(int key) { return map.get(key); }
}
