import java.util.concurrent.ConcurrentHashMap;

/** A set of keys kept in a ConcurrentHashMap. */
public class MapWrapper {
  private final ConcurrentHashMap<Integer, Boolean> map = new ConcurrentHashMap<>();

  public boolean add(int key) {
    return map.putIfAbsent(key, Boolean.TRUE) == null;
  }

  public boolean remove(int key) {
    return map.remove(key) != null;
  }

  public boolean contains(int key) {
    return map.containsKey(key);
  }
}
