// When the class of a member is initialised of which a handle is made: 22 has put that off for static variables.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

public class InitByHandles {
  static class Getter { static int v = say("Getter"); }
  static class Setter { static int v = say("Setter"); }
  static class Method { static int v = say("Method"); static void m() {} }
  static class Made { static int v = say("Made"); }
  static class Variable { static int v = say("Variable"); }
  static class Reflected { static volatile int v = say("Reflected"); }
  static class OfBase { static int v = say("OfBase"); }
  static class Derived extends OfBase { static int own = say("Derived"); }
  static class OfInstances { static int s = say("OfInstances"); int v; }
  static class Fails { static int v = 1 / (say("Fails") - 1); }

  static int say(String s) {
    System.out.println("  init " + s);
    return 1;
  }

  static void step(String s) { System.out.println(s); }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle h = l.findStaticGetter(Getter.class, "v", int.class);
    step("getter is made");
    int n = (int) h.invoke();
    h = l.findStaticSetter(Setter.class, "v", int.class);
    step("setter is made");
    h.invoke(2);
    h = l.findStatic(Method.class, "m", MethodType.methodType(void.class));
    step("handle to a method is made");
    h.invoke();
    h = l.findConstructor(Made.class, MethodType.methodType(void.class));
    step("constructor is made");
    h.invoke();
    VarHandle v = l.findStaticVarHandle(Variable.class, "v", int.class);
    step("handle to a static variable is made");
    n += (int) v.getOpaque();
    v = l.unreflectVarHandle(Reflected.class.getDeclaredField("v"));
    step("and from a field");
    v.setVolatile(3);
    v = l.findStaticVarHandle(Derived.class, "v", int.class);
    step("and through a derived class");
    n += (int) v.getAndAdd(2);
    v = l.findVarHandle(OfInstances.class, "v", int.class);
    step("handle to a variable of instances is made");
    v.set(new OfInstances(), 4);
    try {
      v = l.findStaticVarHandle(Fails.class, "v", int.class);
      step("handle of what cannot be initialised is made");
      v.set(2);
    } catch (ExceptionInInitializerError e) {
      step(e + " " + e.getCause());
    }
    try {
      v.set(5);
      Fails.v = 3;
    } catch (NoClassDefFoundError | java.lang.invoke.WrongMethodTypeException e) {
      step(e.getClass().getName());
    }
    step("" + n);
  }
}
