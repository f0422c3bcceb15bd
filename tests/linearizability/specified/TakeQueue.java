import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;

/** Specification of a queue whose take() waits: there it admits no result. */
public class TakeQueue {
  private final ArrayDeque<Object> items = new ArrayDeque<>();
  public void put(Object x) { items.add(x); }
  public List<Object> takeResults() { return items.isEmpty() ? Collections.emptyList() : Collections.singletonList(items.peek()); }
  public void takeReturns(Object result) { items.remove(); }
}
