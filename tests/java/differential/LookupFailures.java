import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.*;

/** What lookups, combinators and proxies of method handles throw: words, and the errors behind them. */
public class LookupFailures {
  interface Part { Object compute() throws Throwable; }

  static void t(String name, Part part) {
    try {
      System.out.println(name + ": " + part.compute());
    } catch (Throwable e) {
      System.out.println(name + " threw " + e.toString().replaceAll("@[0-9a-f]+", "@") + (e.getCause() == null ? "" : " <- " + e.getCause()));
    }
  }

  static final MethodHandles.Lookup L = MethodHandles.lookup();
  int instance = 7;
  final int constant = 1;

  static int add(int a, int b) { return a + b; }
  static void nothing() {}
  private int hidden() { return 11; }

  static MethodHandle adder() throws Throwable { return L.findStatic(LookupFailures.class, "add", methodType(int.class, int.class, int.class)); }

  public interface Unary { Object apply(Object x); boolean equals(Object o); String toString(); }
  public interface TwoNames { void a(); void b(); }
  interface NotPublic { void a(); }

  public static void main(String[] args) {
    Class<?> me = LookupFailures.class;
    t("no method", () -> L.findVirtual(me, "zip", methodType(void.class, String[].class)));
    t("no static method", () -> L.findStatic(me, "zip", methodType(int[].class)));
    t("no field", () -> L.findGetter(me, "instance", long.class));
    t("no static field", () -> L.findStaticGetter(me, "zip", String[].class));
    t("no constructor", () -> L.findConstructor(me, methodType(void.class, Map.Entry.class)));
    t("not static", () -> L.findStatic(me, "hidden", methodType(int.class)));
    t("static", () -> L.findVirtual(me, "add", methodType(int.class, int.class, int.class)));
    t("private", () -> MethodHandles.publicLookup().findVirtual(me, "hidden", methodType(int.class)));
    t("private of the JDK", () -> L.findVirtual(ArrayList.class, "grow", methodType(Object[].class)));
    t("protected constructor", () -> L.findConstructor(AbstractList.class, methodType(void.class)));
    t("special", () -> L.findSpecial(String.class, "length", methodType(int.class), String.class));
    t("final field", () -> L.findSetter(me, "constant", int.class));
    t("spread null", () -> (int) adder().asSpreader(Integer[].class, 2).invoke((Integer[]) null));
    t("spread", () -> (int) adder().asSpreader(Integer[].class, 2).invoke(new Integer[1]));
    t("element of null", () -> MethodHandles.arrayElementGetter(int[].class).invoke((int[]) null, 3));
    t("to an element of null", () -> { MethodHandles.arrayElementSetter(boolean[].class).invoke((boolean[]) null, 3, true); return 0; });
    t("to an object of null", () -> { MethodHandles.arrayElementSetter(String[].class).invoke((String[]) null, 3, ""); return 0; });
    t("length of null", () -> MethodHandles.arrayLength(int[].class).invoke((int[]) null));
    t("elements", () -> { int[] x = {5, 6}; MethodHandles.arrayElementSetter(int[].class).invoke(x, 0, 9); return (int) MethodHandles.arrayElementGetter(int[].class).invokeExact(x, 0); });
    t("variable of null", () -> (int) L.findVarHandle(me, "instance", int.class).get((LookupFailures) null));
    t("interface of many methods", () -> MethodHandleProxies.asInterfaceInstance(List.class, L.findStatic(me, "nothing", methodType(void.class))));
    t("interface of two names", () -> MethodHandleProxies.asInterfaceInstance(TwoNames.class, L.findStatic(me, "nothing", methodType(void.class))));
    t("interface that is not public", () -> MethodHandleProxies.asInterfaceInstance(NotPublic.class, L.findStatic(me, "nothing", methodType(void.class))));
    t("no interface", () -> MethodHandleProxies.asInterfaceInstance(String.class, L.findStatic(me, "nothing", methodType(void.class))));
    t("interface with methods of Object", () -> MethodHandleProxies.asInterfaceInstance(Unary.class, MethodHandles.identity(Object.class)).apply("x"));
    t("metafactory", () -> LambdaMetafactory.metafactory(L, "applyAsInt", methodType(IntBinaryOperator.class), methodType(int.class, int.class, int.class),
        L.findStatic(me, "nothing", methodType(void.class)), methodType(int.class, int.class, int.class)));
  }
}
