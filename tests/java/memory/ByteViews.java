// A view of bytes that is released and acquired orders what is beside it; of mixed sizes the bytes are what was written.
// outcomes sc: 0 0 | 1 0 | 257 42
// outcomes jmm: 0 0 | 1 0 | 257 42
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class ByteViews {
  static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final byte[] bytes = new byte[64];
  static int data;
  static String seen;

  public static void main(String[] args) throws InterruptedException {
    // The first index at which ints are aligned.
    int at = 0;
    while (true) {
      try {
        INT.getVolatile(bytes, at);
        break;
      } catch (IllegalStateException e) {
        at++;
      }
    }
    final int index = at;
    Thread writer = new Thread(() -> {
      SHORT.setVolatile(bytes, index, (short) 1);
      data = 42;
      INT.setRelease(bytes, index, 257);
    });
    Thread reader = new Thread(() -> {
      int flag = (int) INT.getAcquire(bytes, index);
      if (flag != 257) seen = flag + " 0";
      else seen = flag + " " + data;
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
