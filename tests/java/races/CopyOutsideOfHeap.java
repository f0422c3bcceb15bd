// races: elements_of_memory_outside_of_the_heap[]
// One copies bytes into a direct buffer, the other reads a number there: nothing orders them.
import java.nio.ByteBuffer;

public class CopyOutsideOfHeap {
  public static void main(String[] args) throws Exception {
    ByteBuffer b = ByteBuffer.allocateDirect(64);
    Thread t = new Thread(() -> b.put(new byte[32]));
    t.start();
    b.getLong(8);
    t.join();
  }
}
