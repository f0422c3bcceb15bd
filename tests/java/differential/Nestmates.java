// Private members across a nest: fields, methods, constructors, static ones, through inheritance.
public class Nestmates {
  private int secret = 1;
  private static long total;

  private int add(int k) {
    return secret += k;
  }

  private static String tell(Object o) {
    return "told " + o;
  }

  static class A {
    private final String name;

    private A(String name) {
      this.name = name;
    }

    private String greet() {
      return "A " + name;
    }

    int use(Nestmates n) {
      total++;
      n.secret++;
      return n.add(5) + new C().hidden();
    }
  }

  static class B extends A {
    private B() {
      super("b");
    }

    private String greet() {
      return "B " + ((A) this).name + ((A) this).greet();
    }
  }

  static class C {
    private int hidden() {
      return 1000;
    }

    private interface I {
      private String p() {
        return "private in interface " + total;
      }
    }
  }

  public static void main(String[] args) {
    Nestmates n = new Nestmates();
    A a = new A("a");
    B b = new B();
    System.out.println(a.greet() + " " + b.greet() + " " + ((A) b).greet());
    System.out.println(a.use(n) + " " + n.secret + " " + total);
    System.out.println(tell(b.greet()) + ((C.I) new C.I() {}).p());
    System.out.println(A.class.getNestHost().getName() + " " + C.I.class.isNestmateOf(B.class) + " "
        + Nestmates.class.getNestHost().getSimpleName());
  }
}
