/** take() does not wait. */
public class ImpatientQueue {
  private final java.util.ArrayDeque<Object> items = new java.util.ArrayDeque<>();
  public synchronized void put(Object x) { items.add(x); }
  public synchronized Object take() { return items.poll(); }
}
