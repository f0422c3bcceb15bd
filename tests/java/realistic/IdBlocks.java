/*
 * verdict: verified
 * outcomes: 4 ids
 * why: Ids are taken from a block of two under the lock; the next block is fetched when the block is used up, in the same critical section. Two threads take two each: four different ones.
 */
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

public class IdBlocks {
  /** Stands for a sequence in the database. */
  static class Sequence {
    private final AtomicLong next = new AtomicLong();

    long fetch(int size) {
      return next.getAndAdd(size);
    }
  }

  private static final int SIZE = 2;
  private final Sequence sequence = new Sequence();
  private long next;
  private long end;

  long nextId() {
    synchronized (this) {
      if (next == end) {
        next = sequence.fetch(SIZE);
        end = next + SIZE;
      }
      return next++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    IdBlocks ids = new IdBlocks();
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
