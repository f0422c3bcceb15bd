// A static initialiser that fails: ExceptionInInitializerError first, NoClassDefFoundError ever after.
public class FailingInit {
  static class Bad {
    static int x = 1;

    static {
      if (x == 1) throw new IllegalStateException("bad static");
    }

    static void call() {}
  }

  static class BadError {
    static final Object O = make();

    static Object make() {
      throw new OutOfMemoryError("pretended");
    }
  }

  static class Sub extends Bad {
    static int y = 2;
  }

  static class Once {
    static boolean tried;
    static final int V = v();

    static int v() {
      System.out.println("v called");
      int[] a = null;
      return a.length;
    }
  }

  static void attempt(String what, Runnable r) {
    try {
      r.run();
      System.out.println(what + " fine");
    } catch (Throwable t) {
      System.out.println(what + ": " + t.getClass().getName() + ": " + t.getMessage());
      Throwable c = t.getCause();
      if (t instanceof ExceptionInInitializerError) System.out.println("  cause " + c);
    }
  }

  public static void main(String[] args) {
    attempt("first", () -> Bad.x++);
    attempt("second", () -> Bad.call());
    attempt("third", () -> new Bad());
    attempt("sub", () -> Sub.y++);
    attempt("sub again", () -> Sub.y++);
    attempt("error passes as it is", () -> System.out.println(BadError.O));
    attempt("error later", () -> System.out.println(BadError.O));
    attempt("once", () -> System.out.println(Once.V));
    attempt("once more", () -> System.out.println(Once.tried));
    attempt("class literal", () -> System.out.println(Bad.class.getName()));
    attempt("array", () -> System.out.println(new Bad[2].length));
    attempt("forName", () -> {
      try {
        Class.forName("FailingInit$Bad");
      } catch (ClassNotFoundException e) {
        System.out.println("not reached");
      }
    });
    try {
      Class.forName("no.such.Class");
    } catch (ClassNotFoundException e) {
      System.out.println(e);
    }
  }
}
