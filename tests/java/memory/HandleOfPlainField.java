// Method handles of a plain field access it plainly: who sees the flag may still see the old data.
// races sc: racy
// outcomes sc: none | 42
// outcomes jmm: none | 0 | 42
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class HandleOfPlainField {
  static int data;
  static boolean ready;
  static String seen = "none";

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle get = lookup.findStaticGetter(HandleOfPlainField.class, "ready", boolean.class);
    MethodHandle set = lookup.findStaticSetter(HandleOfPlainField.class, "ready", boolean.class);
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
