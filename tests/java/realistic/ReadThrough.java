/*
 * verdict: verified
 * outcomes: loads 1 | loads 2
 * why: The read lock is given up before the write lock is taken, and the map is asked again with it. The warm-up loads always: once if the reader comes after it, twice if the reader has
 *      loaded before.
 */
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadThrough {
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
      if (user != null) return user;
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      return users.computeIfAbsent(id, this::load);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReadThrough cache = new ReadThrough();
    Thread reader = new Thread(() -> {
      if (!cache.get(5).equals("user5")) throw new IllegalStateException();
    });
    reader.start();
    cache.warmUp(5);
    reader.join();
    System.out.println("loads " + cache.loads);
  }
}
