// Volatile accesses through a handle.
// races: none
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleVolatile {
  static int data;
  static boolean flag;
  static final VarHandle FLAG;

  static {
    try {
      FLAG = MethodHandles.lookup().findStaticVarHandle(HandleVolatile.class, "flag", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 1;
      FLAG.setVolatile(true);
    });
    t.start();
    if ((boolean) FLAG.getVolatile()) assert data == 1;
    t.join();
  }
}
