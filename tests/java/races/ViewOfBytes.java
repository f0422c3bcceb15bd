// races: none
// Volatile accesses through a view of bytes as numbers: a read that sees the write comes after what was written before it. From JDK 22 on such views are for plain accesses only; there nothing is shared.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class ViewOfBytes {
  static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static final byte[] bytes = new byte[8];
  static int value;

  public static void main(String[] args) throws InterruptedException {
    if (!INTS.isAccessModeSupported(VarHandle.AccessMode.GET_VOLATILE)) return;
    Thread writer = new Thread(() -> {
      value = 1;
      INTS.setVolatile(bytes, 4, 1);
    });
    writer.start();
    if ((int) INTS.getVolatile(bytes, 4) == 1) value++;
    writer.join();
    System.out.println(value);
  }
}
