import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** merge() in two steps. */
public class RacyMerge {
  private final ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
  public Object merge(Object key, Object value, BiFunction<Object, Object, Object> f) {
    Object old = map.get(key), merged = old == null ? value : f.apply(old, value);
    map.put(key, merged);
    return merged;
  }
  public void forEach(BiConsumer<Object, Object> f) { map.forEach(f); }
}
