import java.util.concurrent.atomic.AtomicInteger;

// Seeded bug: the number of elements is counted after the lock of the bucket was released.
public class UnlockedSizeSet {
  private final boolean[] present = new boolean[8];
  private final AtomicInteger count = new AtomicInteger();
  public boolean add(int key) {
    synchronized (this) {
      if (present[key]) return false;
      present[key] = true;
    }
    count.incrementAndGet();
    return true;
  }
  public boolean contains(int key) { synchronized (this) { return present[key]; } }
  public int size() { return count.get(); }
}
