// outcomes: unused main | unused other
// why: Class.forName initialises if it is told to, and only then; MethodHandles.Lookup.ensureInitialized, and a static method called by reflection, initialise
import java.lang.invoke.MethodHandles;

public class ByName {
  static volatile String by = "unused";
  static class K { static { by = Thread.currentThread().getName(); } public static void go() {} }
  public static void main(String[] args) throws Exception {
    ClassLoader loader = ByName.class.getClassLoader();
    Class<?> k = Class.forName("ByName$K", false, loader);
    System.out.print(by + " ");
    Thread t = new Thread(() -> {
      try { k.getMethod("go").invoke(null); } catch (ReflectiveOperationException e) { throw new Error(e); }
    }, "other");
    t.start();
    MethodHandles.lookup().ensureInitialized(k);
    t.join();
    System.out.println(by);
  }
}
