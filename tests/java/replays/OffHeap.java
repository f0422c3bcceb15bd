import java.nio.ByteBuffer;

/** A lost update of a direct buffer: the search relies on memory that no class has. */
public class OffHeap {
  static final ByteBuffer counts = ByteBuffer.allocateDirect(8);

  static void count() {
    counts.putInt(0, counts.getInt(0) + 1);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(OffHeap::count);
    other.start();
    count();
    other.join();
    assert counts.getInt(0) == 2 : "counted " + counts.getInt(0);
  }
}
