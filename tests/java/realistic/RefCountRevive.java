/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | none | read 7
 * hotspot: not seen
 * why: retain asks whether the buffer is alive, and counts then. If the owner releases the last reference in between, the count goes to 0, back to 1, and the data is cleared under the
 *      reader's hands: NullPointerException in main, which prints nothing. The reader may read before the data is cleared, or come before (7) or after the release (none).
 */
import java.util.concurrent.atomic.AtomicInteger;

public class RefCountRevive {
  static class Buffer {
    private final AtomicInteger count = new AtomicInteger(1);
    private volatile int[] data;

    Buffer(int value) {
      data = new int[] {value};
    }

    boolean retain() {
      if (count.get() == 0) return false;
      count.incrementAndGet();
      return true;
    }

    void release() {
      if (count.decrementAndGet() == 0) data = null;
    }

    int first() {
      return data[0];
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Buffer buffer = new Buffer(7);
    Thread owner = new Thread(buffer::release, "owner");
    owner.start();
    String result = "none";
    if (buffer.retain()) {
      try {
        result = "read " + buffer.first();
      } finally {
        buffer.release();
      }
    }
    owner.join();
    System.out.println(result);
  }
}
