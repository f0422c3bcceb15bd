import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Specification of a k-out-of-order queue: poll() returns one of the k oldest elements. */
public class OutOfOrderQueue {
  private final int k;
  private final List<Object> items = new ArrayList<>();
  public OutOfOrderQueue(int k) { this.k = k; }
  public boolean offer(Object x) { return items.add(x); }
  public Collection<Object> pollResults() { return items.isEmpty() ? Collections.singleton(null) : items.subList(0, Math.min(k, items.size())); }
  public void pollReturns(Object result) { items.remove(result); }
}
