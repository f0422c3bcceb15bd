import java.util.ArrayDeque;
import java.util.NoSuchElementException;

/** A bag of two shards. */
public class Shards {
  private final ArrayDeque<Integer> even = new ArrayDeque<>(), odd = new ArrayDeque<>();
  public synchronized void add(int x) { (x % 2 == 0 ? even : odd).push(x); }
  public synchronized int remove() {
    if (!even.isEmpty()) return even.pop();
    if (!odd.isEmpty()) return odd.pop();
    throw new NoSuchElementException();
  }
}
