// Default, static and private interface methods; diamonds; super calls; initialisation of interfaces with defaults.
public class InterfaceMethods {
  static int say(String s) {
    System.out.println("init " + s);
    return 1;
  }

  interface Plain {
    int P = say("Plain");
    void plain();
  }

  interface WithDefault {
    int W = say("WithDefault");

    default String hello() {
      return "WithDefault.hello " + secret() + Helper.text();
    }

    private String secret() {
      return "private of " + getClass().getSimpleName();
    }
  }

  interface Helper {
    static String text() {
      return " static" + more();
    }

    private static String more() {
      return "+private static";
    }
  }

  interface Left extends WithDefault {
    @Override default String hello() {
      return "Left(" + WithDefault.super.hello() + ")";
    }
  }

  interface Right extends WithDefault {
    int R = say("Right");
  }

  static class Both implements Right, Left, Plain {
    static {
      say("Both");
    }

    @Override public void plain() {
      System.out.println("plain");
    }
  }

  interface X {
    default String name() {
      return "X";
    }
  }

  interface Y {
    default String name() {
      return "Y";
    }
  }

  static class XY implements X, Y {
    @Override public String name() {
      return X.super.name() + Y.super.name();
    }
  }

  static class Base {
    public String name() {
      return "Base wins";
    }
  }

  static class Sub extends Base implements X {}

  abstract static class Half implements Comparable<Half>, X {
    abstract int key();

    @Override public int compareTo(Half o) {
      return Integer.compare(key(), o.key());
    }
  }

  enum Op implements java.util.function.IntBinaryOperator {
    ADD {
      @Override public int applyAsInt(int a, int b) {
        return a + b;
      }
    },
    MUL {
      @Override public int applyAsInt(int a, int b) {
        return a * b;
      }
    };

    int twice(int a) {
      return applyAsInt(a, a);
    }
  }

  public static void main(String[] args) {
    Both b = new Both();
    System.out.println(b.hello());
    b.plain();
    System.out.println(Plain.P);
    System.out.println(new XY().name() + " " + new Sub().name());
    Half h = new Half() {
      @Override int key() {
        return 3;
      }
    };
    System.out.println(h.compareTo(h) + h.name());
    System.out.println(Op.ADD.twice(5) + " " + Op.MUL.twice(5));
    WithDefault lambdaLike = new WithDefault() {};
    System.out.println(lambdaLike.hello().startsWith("WithDefault.hello private of"));
  }
}
