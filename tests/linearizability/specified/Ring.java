import java.util.concurrent.atomic.AtomicInteger;

/** A ring for one producer and one consumer. */
public class Ring {
  private final Object[] ring;
  private final AtomicInteger head = new AtomicInteger(), tail = new AtomicInteger();
  public Ring(int capacity) { ring = new Object[capacity]; }
  public boolean offer(Object x) {
    int t = tail.get();
    if (t - head.get() == ring.length) return false;
    ring[t % ring.length] = x;
    tail.lazySet(t + 1);
    return true;
  }
  public Object poll() {
    int h = head.get();
    if (h == tail.get()) return null;
    Object x = ring[h % ring.length];
    head.lazySet(h + 1);
    return x;
  }
}
