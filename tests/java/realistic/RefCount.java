/*
 * verdict: verified
 * outcomes: none | read 7
 * why: The count is raised by a CAS from a number that is not 0, so a buffer that was freed stays so: the reader has it before the owner's release, or not at all.
 */
import java.util.concurrent.atomic.AtomicInteger;

public class RefCount {
  static class Buffer {
    private final AtomicInteger count = new AtomicInteger(1);
    private volatile int[] data;

    Buffer(int value) {
      data = new int[] {value};
    }

    boolean retain() {
      return count.getAndUpdate(n -> n == 0 ? 0 : n + 1) != 0;
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
