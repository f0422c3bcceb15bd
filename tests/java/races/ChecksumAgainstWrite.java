// races: elements_of_byte[]
// A checksum reads all bytes in one step; nothing orders the write of one of them.
import java.util.zip.*;

public class ChecksumAgainstWrite {
  static byte[] x = new byte[32];

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> x[4] = 7);
    t.start();
    CRC32 c = new CRC32();
    c.update(x, 0, 32);
    t.join();
  }
}
