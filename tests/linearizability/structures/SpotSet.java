import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

// Seeded bug: looks, and adds later. Its elements are made of several numbers.
public class SpotSet {
  public record Spot(int x, int y) {}
  private final Set<Spot> spots = ConcurrentHashMap.newKeySet();
  public boolean add(Spot s) {
    if (spots.contains(s)) return false;
    spots.add(s);
    return true;
  }
  public boolean remove(Spot s) { return spots.remove(s); }
}
