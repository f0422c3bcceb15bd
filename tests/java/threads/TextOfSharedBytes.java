// outcomes: 65 | 195 | 228 | 65533
// why: whether there are negative bytes is looked at by an operation of its own, after the lock was given up: before both writes (the bytes are copied before or after them), between them (65533 is half a character) or after them
import java.nio.charset.StandardCharsets;
public class TextOfSharedBytes {
  static final byte[] bytes = {65, 66};
  static int first;
  static boolean begun;
  public static void main(String[] args) throws Exception {
    Thread makes = new Thread(() -> {
      synchronized (bytes) {
        begun = true;
      }
      first = new String(bytes, StandardCharsets.UTF_8).charAt(0);
    });
    Thread writes = new Thread(() -> {
      synchronized (bytes) {
        if (!begun) return;
      }
      synchronized (bytes) {
        bytes[0] = (byte) 0xC3;
        bytes[1] = (byte) 0xA4;
      }
    });
    makes.start();
    writes.start();
    makes.join();
    writes.join();
    System.out.println(first);
  }
}
