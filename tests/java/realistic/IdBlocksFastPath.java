/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | 3 ids | 4 ids
 * hotspot: not seen
 * why: A fast way without the lock: the counter is compared with the end of the block, then incremented. Two threads may both see the last id as free; the second one gets the first id
 *      after the block, which the sequence gives away once more with the next block, to the fourth id that is taken. Whoever adds it second fails: main, which then prints nothing, or the
 *      other thread (3 ids).
 */
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

public class IdBlocksFastPath {
  /** Stands for a sequence in the database. */
  static class Sequence {
    private final AtomicLong next = new AtomicLong();

    long fetch(int size) {
      return next.getAndAdd(size);
    }
  }

  private static final int SIZE = 2;
  private final Sequence sequence = new Sequence();
  private final AtomicLong next = new AtomicLong();
  private volatile long end;

  long nextId() {
    if (next.get() < end) return next.getAndIncrement();
    synchronized (this) {
      if (next.get() >= end) {
        next.set(sequence.fetch(SIZE));
        end = next.get() + SIZE;
      }
      return next.getAndIncrement();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    IdBlocksFastPath ids = new IdBlocksFastPath();
    Set<Long> taken = ConcurrentHashMap.newKeySet();
    Runnable client = () -> {
      for (int i = 0; i < 2; i++) {
        long id = ids.nextId();
        assert taken.add(id) : "id " + id + " was taken twice";
      }
    };
    Thread t = new Thread(client);
    t.start();
    client.run();
    t.join();
    System.out.println(taken.size() + " ids");
  }
}
