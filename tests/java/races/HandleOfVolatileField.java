// A method handle that gets or sets a volatile field does what bytecode does: what was written before is seen.
// races: none
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class HandleOfVolatileField {
  int data;
  volatile boolean ready;

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle get = lookup.findGetter(HandleOfVolatileField.class, "ready", boolean.class);
    MethodHandle set = lookup.findSetter(HandleOfVolatileField.class, "ready", boolean.class);
    HandleOfVolatileField o = new HandleOfVolatileField();
    Thread t = new Thread(() -> {
      o.data = 42;
      try {
        set.invokeExact(o, true);
      } catch (Throwable e) {
        throw new Error(e);
      }
    });
    t.start();
    System.out.println((boolean) get.invokeExact(o) ? o.data : 0);
    t.join();
  }
}
