/*
 * verdict: verified
 * outcomes: cab | cba
 * why: A look-up moves its entry to the end, so it takes the write lock. c stays the eldest; a and b are in the order of their look-ups.
 */
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LruCache<K, V> {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<K, V> entries;

  LruCache(int capacity) {
    entries = new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
      }
    };
  }

  V get(K key) {
    lock.writeLock().lock();
    try {
      return entries.get(key);
    } finally {
      lock.writeLock().unlock();
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
    LruCache<String, Integer> cache = new LruCache<>(3);
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
