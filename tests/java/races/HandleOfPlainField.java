// Method handles of a plain field make plain accesses.
// races: HandleOfPlainField.data HandleOfPlainField.ready
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class HandleOfPlainField {
  int data;
  boolean ready;

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle get = lookup.findGetter(HandleOfPlainField.class, "ready", boolean.class);
    MethodHandle set = lookup.findSetter(HandleOfPlainField.class, "ready", boolean.class);
    HandleOfPlainField o = new HandleOfPlainField();
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
