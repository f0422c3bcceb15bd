import java.nio.ByteBuffer;

// An update is lost; after it a thread copies to memory outside of the heap, in one step, what another one reads. The memory model has no
// machine for that.
public class LostThenMixed {
  static final ByteBuffer memory = ByteBuffer.allocateDirect(64);
  static volatile int count;
  static int raced;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> { count++; });
    t.start();
    count++;
    t.join();
    assert count == 2 : "lost";
    Thread u = new Thread(() -> {
      raced = 2;
      memory.duplicate().put(new byte[32]);
    });
    u.start();
    raced = 1;
    memory.getLong(8);
    u.join();
  }
}
