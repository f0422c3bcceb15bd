// Release and acquire order the data; the flag itself is accessed by weaker modes.
// races: ReleaseAcquire.flag
// weaker: ReleaseAcquire.flag
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ReleaseAcquire {
  static int data;
  static boolean flag;
  static final VarHandle FLAG;

  static {
    try {
      FLAG = MethodHandles.lookup().findStaticVarHandle(ReleaseAcquire.class, "flag", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 1;
      FLAG.setRelease(true);
    });
    t.start();
    if ((boolean) FLAG.getAcquire()) assert data == 1;
    t.join();
  }
}
