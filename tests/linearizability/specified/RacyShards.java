import java.util.ArrayDeque;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;

/** A lock for each shard, which remove() looks at in turn: an element may come to the first when it was found empty, and the last one of the other leave. */
public class RacyShards {
  private final ArrayDeque<Integer> even = new ArrayDeque<>(), odd = new ArrayDeque<>();
  private final AtomicInteger turn = new AtomicInteger();
  public void add(int x) {
    ArrayDeque<Integer> shard = x % 2 == 0 ? even : odd;
    synchronized (shard) { shard.push(x); }
  }
  public int remove() {
    boolean first = turn.getAndIncrement() % 2 == 0;
    Integer x = from(first ? even : odd);
    if (x == null) x = from(first ? odd : even);
    if (x == null) throw new NoSuchElementException();
    return x;
  }
  private static Integer from(ArrayDeque<Integer> shard) {
    synchronized (shard) { return shard.poll(); }
  }
}
