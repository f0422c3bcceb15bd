/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: loads 1
 * hotspot: rarely hangs
 * why: get keeps its read lock while it takes the write lock on a miss. ReentrantReadWriteLock has no upgrade: it would wait for its own read lock. main warms the cache first under the write lock,
 *      in most runs in time: then the reader hits. If the reader comes first it misses and waits for itself, main waits for the reader's lock.
 */
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadThroughUpgrade {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<Integer, String> users = new HashMap<>();
  private int loads;

  private String load(int id) {
    loads++;
    return "user" + id;
  }

  void warmUp(int id) {
    lock.writeLock().lock();
    try {
      users.put(id, load(id));
    } finally {
      lock.writeLock().unlock();
    }
  }

  String get(int id) {
    lock.readLock().lock();
    try {
      String user = users.get(id);
      if (user == null) {
        lock.writeLock().lock();
        try {
          user = users.computeIfAbsent(id, this::load);
        } finally {
          lock.writeLock().unlock();
        }
      }
      return user;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReadThroughUpgrade cache = new ReadThroughUpgrade();
    Thread reader = new Thread(() -> {
      if (!cache.get(5).equals("user5")) throw new IllegalStateException();
    });
    reader.start();
    cache.warmUp(5);
    reader.join();
    System.out.println("loads " + cache.loads);
  }
}
