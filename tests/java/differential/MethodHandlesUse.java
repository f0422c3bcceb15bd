// MethodHandles: lookups, invokeExact and invoke, adaptation, combinators, exceptions.
import java.lang.invoke.*;
import java.util.List;

public class MethodHandlesUse {
  int v;

  MethodHandlesUse(int v) { this.v = v; }
  int plus(int k) { return v + k; }
  static String st(String s, long l) { return s + l; }
  static int fail(int x) { throw new IllegalStateException("mh " + x); }
  private static String priv() { return "private"; }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle plus = l.findVirtual(MethodHandlesUse.class, "plus", MethodType.methodType(int.class, int.class));
    MethodHandlesUse o = new MethodHandlesUse(10);
    System.out.println((int) plus.invokeExact(o, 5));
    System.out.println((long) (int) plus.invoke(o, (byte) 7));
    MethodHandle st = l.findStatic(MethodHandlesUse.class, "st", MethodType.methodType(String.class, String.class, long.class));
    System.out.println((String) st.invokeExact("s", 3L) + st.invoke("t", 4) + st.invokeWithArguments("u", 5L) + st.invokeWithArguments(List.of("w", 6L)));
    MethodHandle ctor = l.findConstructor(MethodHandlesUse.class, MethodType.methodType(void.class, int.class));
    System.out.println(((MethodHandlesUse) ctor.invokeExact(77)).v);
    MethodHandle get = l.findGetter(MethodHandlesUse.class, "v", int.class), set = l.findSetter(MethodHandlesUse.class, "v", int.class);
    set.invokeExact(o, 11);
    System.out.println((int) get.invokeExact(o));
    MethodHandle bound = plus.bindTo(o);
    System.out.println((int) bound.invokeExact(1) + " " + bound.type() + " " + plus.type().parameterCount());
    try {
      Object r = plus.invokeExact(o, 5);
      System.out.println(r);
    } catch (WrongMethodTypeException e) {
      System.out.println("wrong method type");
    }
    MethodHandle fail = l.findStatic(MethodHandlesUse.class, "fail", MethodType.methodType(int.class, int.class));
    try {
      int r = (int) fail.invokeExact(3);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    System.out.println((String) l.findStatic(MethodHandlesUse.class, "priv", MethodType.methodType(String.class)).invokeExact());
    try {
      l.findVirtual(MethodHandlesUse.class, "none", MethodType.methodType(void.class));
    } catch (NoSuchMethodException e) {
      System.out.println("no such method");
    }
    MethodHandle len = MethodHandles.publicLookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
    System.out.println((int) len.invokeExact("four") + " " + len.type().toMethodDescriptorString() + " " + len.type().wrap());
    MethodHandle unreflected = l.unreflect(MethodHandlesUse.class.getDeclaredMethod("plus", int.class));
    System.out.println((int) unreflected.invokeExact(o, 100));
  }
}
