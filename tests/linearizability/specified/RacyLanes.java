import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Two lanes without a lock: poll() may come to each when it is empty, and return null though there was an element all along. */
public class RacyLanes {
  private final ConcurrentLinkedQueue<Object> even = new ConcurrentLinkedQueue<>(), odd = new ConcurrentLinkedQueue<>();
  private final AtomicInteger in = new AtomicInteger(), out = new AtomicInteger();
  public boolean offer(Object x) { return (in.getAndIncrement() % 2 == 0 ? even : odd).offer(x); }
  public Object poll() {
    boolean first = out.getAndIncrement() % 2 == 0;
    Object x = (first ? even : odd).poll();
    return x != null ? x : (first ? odd : even).poll();
  }
}
