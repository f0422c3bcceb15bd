/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | cab | cba
 * hotspot: not seen
 * why: In a map with access order a look-up moves its entry to the end of a linked list: it writes, under a lock that is shared. Two look-ups at the same time take two neighbours out
 *      of the list, and each sets the links of the other's entry: for instance the list begins with b, which thinks that it is the last one. No link that is followed is null unasked, so it is the length that is
 *      wrong (less than 3, or 10 for a circle, where the printing stops). Otherwise c is the eldest, then a and b in the order of their look-ups.
 */
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LruCacheReadLock<K, V> {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<K, V> entries;

  LruCacheReadLock(int capacity) {
    entries = new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
      }
    };
  }

  V get(K key) {
    lock.readLock().lock();
    try {
      return entries.get(key);
    } finally {
      lock.readLock().unlock();
    }
  }

  void put(K key, V value) {
    lock.writeLock().lock();
    try {
      entries.put(key, value);
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  public String toString() {
    lock.readLock().lock();
    try {
      StringBuilder b = new StringBuilder();
      int limit = 10;
      for (K key : entries.keySet()) {
        b.append(key);
        if (--limit == 0) break;
      }
      return b.toString();
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LruCacheReadLock<String, Integer> cache = new LruCacheReadLock<>(3);
    cache.put("a", 1);
    cache.put("b", 2);
    cache.put("c", 3);
    Thread t = new Thread(() -> cache.get("a"));
    t.start();
    cache.get("b");
    t.join();
    String order = cache.toString();
    assert order.length() == 3 : "the cache lists " + order;
    System.out.println(order);
  }
}
