import java.util.ArrayList;
import java.util.List;

// Seeded bug: keys of one bucket have different locks.
public class WrongStripeSet {
  private final List<Integer>[] buckets = make(2);
  private final Object[] locks = {new Object(), new Object()};
  @SuppressWarnings("unchecked")
  private static List<Integer>[] make(int n) {
    List<Integer>[] all = new List[n];
    for (int i = 0; i < n; i++) all[i] = new ArrayList<>();
    return all;
  }
  private int bucket(int key) { return key / 4 % 2; }
  private Object lock(int key) { return locks[key % 2]; }
  public boolean add(int key) {
    synchronized (lock(key)) { return !buckets[bucket(key)].contains(key) && buckets[bucket(key)].add(key); }
  }
  public boolean remove(int key) {
    synchronized (lock(key)) { return buckets[bucket(key)].remove((Integer) key); }
  }
  public boolean contains(int key) {
    synchronized (lock(key)) { return buckets[bucket(key)].contains(key); }
  }
}
