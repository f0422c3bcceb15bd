// races: elements_of_byte[]
// A deflater reads its input in one step; nothing orders the write of a byte of it.
import java.util.zip.*;

public class DeflateAgainstWrite {
  static byte[] x = new byte[32];

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> x[4] = 7);
    t.start();
    Deflater d = new Deflater();
    d.setInput(x);
    d.finish();
    d.deflate(new byte[64]);
    t.join();
  }
}
