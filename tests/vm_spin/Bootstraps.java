// The bootstrap methods of Calls.class, which MakeBootstraps writes.
import java.lang.invoke.*;

public class Bootstraps {
  enum E { A, B }
  int field = 4;
  static int counter = 5;
  static int runs;

  static int twice(int x) { return 2 * x; }
  static String greet(String s, long n) { return "hello " + s + n; }
  static String join(String... xs) { return String.join("-", xs); }

  static CallSite plain(MethodHandles.Lookup l, String name, MethodType type) throws Exception {
    System.out.println("link " + name + " " + type + " in " + l.lookupClass());
    return new ConstantCallSite(MethodHandles.lookup().findStatic(Bootstraps.class, name, type));
  }
  static CallSite constant(MethodHandles.Lookup l, String name, MethodType type, String text, int n) {
    return new ConstantCallSite(MethodHandles.constant(String.class, name + text + n));
  }
  static CallSite many(MethodHandles.Lookup l, String name, MethodType type, Object... xs) {
    for (Object x : xs) System.out.println(x instanceof MethodHandle m ? m.type() : x.getClass() + " " + x);
    return new ConstantCallSite(MethodHandles.constant(int.class, xs.length));
  }
  static CallSite target(MethodHandles.Lookup l, String name, MethodType type, MethodHandle h) { return new ConstantCallSite(h); }
  static CallSite mutable(MethodHandles.Lookup l, String name, MethodType type) {
    return new MutableCallSite(MethodHandles.constant(Object.class, "run" + ++runs));
  }
  static Object fresh(MethodHandles.Lookup l, String name, Class<?> type) { return "fresh" + ++runs; }
  static long wide(MethodHandles.Lookup l, String name, Class<?> type, int x) { return x * 10_000_000_000L; }

  public static void show(Object o) { System.out.println("object " + o); }
  public static void show(int x) { System.out.println("int " + x); }
  public static void show(long x) { System.out.println("long " + x); }
  public static void show(MethodHandle h) throws Throwable { System.out.println(h.type() + " " + (int) h.invokeExact(8)); }
  public static void show(VarHandle v) {
    System.out.println(v.varType() + " " + v.coordinateTypes());
    if (v.coordinateTypes().isEmpty()) System.out.println((int) v.getAndAdd(3) + counter);
    else if (v.coordinateTypes().size() == 1) System.out.println((int) v.get(new Bootstraps()));
    else System.out.println((int) v.get(new int[]{9}, 0));
  }
  public static void failing() { }
}
