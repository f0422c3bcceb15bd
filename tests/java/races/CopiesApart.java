// races: none
// Copies to and from parts of a direct buffer that have nothing in common, and one after the join.
import java.nio.ByteBuffer;

public class CopiesApart {
  public static void main(String[] args) throws Exception {
    ByteBuffer b = ByteBuffer.allocateDirect(64), other = b.duplicate();
    Thread t = new Thread(() -> b.put(new byte[32]));
    t.start();
    other.getLong(40);
    byte[] to = new byte[16];
    other.position(32);
    other.get(to);
    t.join();
    other.position(0);
    other.get(to);
  }
}
