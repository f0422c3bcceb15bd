/** Takes the newest element. */
public class WrongEnd {
  private final java.util.ArrayDeque<Object> items = new java.util.ArrayDeque<>();
  public synchronized boolean offer(Object x) { return items.offer(x); }
  public synchronized Object poll() { return items.pollLast(); }
}
