// Opaque accesses of the flag race as plain ones do, and order nothing.
// races: Opaque.data Opaque.flag
// weaker: Opaque.flag
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Opaque {
  static int data;
  static boolean flag;
  static final VarHandle FLAG;

  static {
    try {
      FLAG = MethodHandles.lookup().findStaticVarHandle(Opaque.class, "flag", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 1;
      FLAG.setOpaque(true);
    });
    t.start();
    if ((boolean) FLAG.getOpaque()) assert data == 1;
    t.join();
  }
}
