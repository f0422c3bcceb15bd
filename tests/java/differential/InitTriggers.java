// What initialises a class and what does not, in the less usual cases.
import java.lang.reflect.Array;
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
  }
}
