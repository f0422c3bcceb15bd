import java.util.concurrent.atomic.AtomicIntegerArray;

/** Each add leaves the sum that it saw for sum() to return: an older one may come last. */
public class CachedSums {
  private final AtomicIntegerArray parts = new AtomicIntegerArray(2);
  private volatile long sum;
  public void add(long n) {
    parts.addAndGet((int) n % 2, (int) n);
    sum = parts.get(0) + parts.get(1);
  }
  public long sum() { return sum; }
}
