// What initialises a class and what does not, in the less usual cases.
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Supplier;

public class InitTriggers {
  static <T> T say(String s, T t) {
    System.out.println("  init " + s);
    return t;
  }

  static class Base {
    static int inherited = say("Base", 1);
    static void helper() {}
  }

  static class Derived extends Base {
    static int own = say("Derived", 2);
  }

  interface Quiet {
    Object Q = say("Quiet", "q");
    void m();
  }

  interface Loud {
    Object L = say("Loud", "l");
    default void d() {}
  }

  static class QuietImpl implements Quiet {
    public void m() {}
  }

  static class LoudImpl implements Loud, Quiet {
    public void m() {}
  }

  static class Ref {
    static final String RUNTIME = say("Ref", "r");
    static final int CONSTANT = 5;
    Ref() {}
    static String get() { return RUNTIME; }
  }

  static class Refl {
    static int x = say("Refl", 3);
    public Refl() {}
  }

  enum E {
    A, B;
    static final Object O = say("E", "e");
    E() { System.out.println("  enum constructor"); }
  }

  static class Local {
    static Local self = say("Local", new Local());
    int v = 4;
  }

  static class Base2 {
    static int x = say("Base2", 1);
  }

  // The number of a class with an initialiser is asked for in native code, which runs the initialiser (17); 25 runs it
  // when the description is made.
  static class Stored extends Base2 implements Serializable {
    static int x = say("Stored", 2);
  }

  static class Numbered implements Serializable {
    static final long serialVersionUID = 7;
    static int x = say("Numbered", 3);
  }

  static class StoredFails implements Serializable {
    static int x = 1 / Integer.parseInt("0");
  }

  static class Receiver {
    static int x = say("Receiver", 4);
    void m() {}
  }

  static class ReceiverFails {
    static int x = 1 / Integer.parseInt("0");
    void m() {}
  }

  interface Called {
    Object C = say("Called", "c");
    void m();
  }

  static class CalledImpl implements Called {
    public void m() {}
  }

  static void invoke(Class<?> c, Object receiver) throws Exception {
    try {
      c.getDeclaredMethod("m").invoke(receiver);
      step("returned");
    } catch (RuntimeException | LinkageError | InvocationTargetException e) {
      step(e.getClass().getName());
    }
  }

  static void describe(Class<?> c) {
    try {
      ObjectStreamClass d = ObjectStreamClass.lookup(c);
      step("described");
      step((d.getSerialVersionUID() == 7) + "");
    } catch (LinkageError e) {
      step(e.getClass().getName());
    }
  }

  static void step(String s) {
    System.out.println(s);
  }

  public static void main(String[] args) throws Exception {
    step("static field of the base through the derived class");
    System.out.println(Derived.inherited);
    step("static method of the base through the derived class");
    Derived.helper();
    step("array of derived");
    System.out.println(new Derived[1].length + Array.newInstance(Derived.class, 2).getClass().getSimpleName());
    step("instanceof and casts");
    Object o = "x";
    System.out.println((o instanceof Derived) + " " + (Derived) null);
    step("derived itself");
    System.out.println(Derived.own);
    step("class with an interface without defaults");
    new QuietImpl().m();
    step("class with an interface with defaults");
    new LoudImpl().d();
    step("field of the interface");
    System.out.println(Quiet.Q);
    step("constant");
    System.out.println(Ref.CONSTANT);
    step("method reference made");
    Supplier<Ref> make = Ref::new;
    Supplier<String> get = () -> Ref.get();
    step("method reference used");
    make.get();
    System.out.println(get.get());
    step("class literal, members by reflection");
    Class<?> c = Refl.class;
    System.out.println(c.getDeclaredFields().length + " " + c.getDeclaredConstructors().length + c.getSuperclass().getSimpleName());
    step("field read by reflection");
    System.out.println(c.getDeclaredField("x").getInt(null));
    step("enum switch");
    E e = E.valueOf("B");
    switch (e) {
      case A: System.out.println("A"); break;
      default: System.out.println(e);
    }
    step("null instance");
    Local n = null;
    try {
      System.out.println(n.v);
    } catch (NullPointerException x) {
      System.out.println("NPE before any initialisation");
    }
    System.out.println(n.self.v);
    step("descriptions of serializable classes");
    describe(Stored.class);
    describe(Numbered.class);
    describe(StoredFails.class);
    step("reflective calls with a wrong receiver, and through an interface");
    invoke(Receiver.class, null);
    invoke(Receiver.class, "no receiver");
    invoke(ReceiverFails.class, "no receiver");
    invoke(ReceiverFails.class, "no receiver");
    CalledImpl impl = new CalledImpl();
    step("made");
    invoke(Called.class, impl);
  }
}
