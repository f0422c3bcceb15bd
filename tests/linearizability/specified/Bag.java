import java.util.ArrayList;
import java.util.List;

/** Specification of a bag: remove() returns any element, takes one of those that are equal, and throws if there is none. */
public class Bag {
  private final List<Integer> items = new ArrayList<>();
  public void add(int x) { items.add(x); }
  public Object[] removeResults() { return items.isEmpty() ? new Object[] {new java.util.NoSuchElementException()} : items.toArray(); }
  public void removeReturns(int result) { items.remove((Integer) result); }
}
