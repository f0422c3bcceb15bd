import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

// An update is lost; after it two threads race on parts of one int, which the memory model has no machine for.
public class LostThenMixed {
  static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static final byte[] bytes = new byte[16];
  static volatile int count;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> { count++; });
    t.start();
    count++;
    t.join();
    assert count == 2 : "lost";
    Thread u = new Thread(() -> {
      INT.set(bytes, 0, 1);
      bytes[1] = 2;
    });
    u.start();
    bytes[1] = 3;
    INT.set(bytes, 0, 3);
    u.join();
  }
}
