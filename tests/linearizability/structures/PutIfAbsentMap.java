import java.util.concurrent.ConcurrentHashMap;

// Correct: one step of the map underneath.
public class PutIfAbsentMap {
  private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
  public Integer putIfAbsent(int key, int value) { return map.putIfAbsent(key, value); }
  public Integer get(int key) { return map.get(key); }
}
