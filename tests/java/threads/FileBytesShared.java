// outcomes: 65 F | 65 Z | 70 F
// why: the bytes that are read from one file, and written to another, lie in arrays that another thread accesses before or after; who sees what was read (70) comes after what was written
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
public class FileBytesShared {
  static final byte[] read = {65}, written = {'F'};
  static int seen;
  public static void main(String[] args) throws Exception {
    File one = new File("one-of-FileBytesShared"), other = new File("other-of-FileBytesShared");
    try (FileOutputStream out = new FileOutputStream(one)) {
      out.write(70);
    }
    FileInputStream in = new FileInputStream(one);
    FileOutputStream out = new FileOutputStream(other);
    Thread accesses = new Thread(() -> {
      seen = read[0];
      written[0] = 'Z';
    });
    Thread transfers = new Thread(() -> {
      try {
        out.write(written);
        in.read(read);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    accesses.start();
    transfers.start();
    accesses.join();
    transfers.join();
    System.out.println(seen + " " + (char) new FileInputStream(other).read());
  }
}
