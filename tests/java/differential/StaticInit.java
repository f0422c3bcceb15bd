// Order of static and instance initialisation; what triggers it and what does not.
public class StaticInit {
  static StringBuilder log = new StringBuilder();

  static int say(String s) {
    System.out.println("init " + s);
    return s.length();
  }

  static class Base {
    static int b = say("Base.b");
    int f = say("Base.f");

    static {
      say("Base static block");
    }

    {
      say("Base instance block");
    }

    Base() {
      say("Base()");
      hook();
    }

    void hook() {
      say("Base.hook");
    }
  }

  static class Derived extends Base {
    static final int CONST = 42;
    static final Integer BOXED = say("Derived.BOXED");
    static final String TEXT = "compile time";
    int g = say("Derived.g");
    final int h = 7;

    Derived() {
      super();
      say("Derived() " + g);
    }

    @Override void hook() {
      System.out.println("Derived.hook sees " + g + " " + h);
    }
  }

  static class Lazy {
    static {
      say("Lazy");
    }

    static int used;
    static void touch() {}
  }

  static class ArrayOnly {
    static {
      say("ArrayOnly");
    }
  }

  interface WithField {
    int F = say("WithField.F");
    int CONST = 3;
  }

  static class Impl implements WithField {
    static int own = say("Impl.own");
  }

  public static void main(String[] args) throws Exception {
    System.out.println(Derived.CONST + Derived.TEXT);
    System.out.println(Derived.b);
    new Derived();
    new Derived();
    ArrayOnly[] a = new ArrayOnly[3];
    Class<?> c = ArrayOnly.class;
    System.out.println(a.length + c.getSimpleName());
    System.out.println("before Lazy");
    Lazy.touch();
    Lazy.used++;
    System.out.println(Impl.own + " " + WithField.CONST);
    System.out.println(Impl.F);
    Class.forName("StaticInit$ArrayOnly", false, StaticInit.class.getClassLoader());
    System.out.println("not yet");
    Class.forName("StaticInit$ArrayOnly");
  }
}
