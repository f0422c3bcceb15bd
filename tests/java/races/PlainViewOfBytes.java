// races: PlainViewOfBytes.value elements_of_byte[]
// Plain accesses through a view of bytes order nothing.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class PlainViewOfBytes {
  static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static final byte[] bytes = new byte[8];
  static int value;

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      value = 1;
      INTS.set(bytes, 4, 1);
    });
    writer.start();
    if ((int) INTS.get(bytes, 4) == 1) value++;
    writer.join();
    System.out.println(value);
  }
}
