// Method handles of a volatile field access it as bytecode does: who sees the flag sees what was written before.
// races sc: free
// outcomes sc: none | 42
// outcomes jmm: none | 42
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class HandleOfVolatileField {
  static int data;
  static volatile boolean ready;
  static String seen = "none";

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle get = lookup.findStaticGetter(HandleOfVolatileField.class, "ready", boolean.class);
    MethodHandle set = lookup.findStaticSetter(HandleOfVolatileField.class, "ready", boolean.class);
    Thread t = new Thread(() -> {
      data = 42;
      try {
        set.invokeExact(true);
      } catch (Throwable e) {
        throw new Error(e);
      }
    });
    t.start();
    if ((boolean) get.invokeExact()) seen = "" + data;
    t.join();
    System.out.println(seen);
  }
}
