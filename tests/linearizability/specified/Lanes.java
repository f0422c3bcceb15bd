import java.util.ArrayDeque;

/** Two lanes, filled and emptied in turn: elements leave it nearly in their order. */
public class Lanes {
  private final ArrayDeque<Object> even = new ArrayDeque<>(), odd = new ArrayDeque<>();
  private int in, out;
  public synchronized boolean offer(Object x) { return (in++ % 2 == 0 ? even : odd).offer(x); }
  public synchronized Object poll() {
    boolean first = out++ % 2 == 0;
    Object x = (first ? even : odd).poll();
    return x != null ? x : (first ? odd : even).poll();
  }
}
