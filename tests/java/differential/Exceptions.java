// Custom exceptions, multi-catch, rethrow, causes, chaining, errors, exceptions in constructors and static methods.
public class Exceptions {
  static class AppException extends Exception {
    private final int code;

    AppException(String m, int code) {
      super(m);
      this.code = code;
    }

    AppException(Throwable cause) {
      super(cause);
      code = -1;
    }

    int code() {
      return code;
    }
  }

  static final class Sub extends AppException {
    Sub() {
      super("sub", 2);
    }

    @Override public String getMessage() {
      return "<" + super.getMessage() + ">";
    }
  }

  static void thrower(int k) throws AppException {
    switch (k) {
      case 0: throw new AppException("zero", 0);
      case 1: throw new Sub();
      case 2: throw new IllegalStateException("two", new Error("root"));
      case 3: throw new AppException(new java.io.IOException("io"));
      case 4: throw new UnsupportedOperationException();
      case 5: throw new AssertionError(5.5);
      case 6: throw new LinkageError("link");
      default: System.out.println("nothing thrown");
    }
  }

  static void rethrow(int k) throws AppException {
    try {
      thrower(k);
    } catch (final Exception e) {
      System.out.print("rethrowing ");
      throw e;
    }
  }

  static class Half {
    static Half leaked;
    int x = 5;

    Half() {
      leaked = this;
      x = 6;
      if (x == 6) throw new IllegalArgumentException("constructor");
    }
  }

  public static void main(String[] args) {
    for (int k = 0; k < 8; k++) {
      try {
        rethrow(k);
      } catch (Sub e) {
        System.out.println("Sub " + e + " " + e.code());
      } catch (AppException e) {
        System.out.println("App " + e + " " + e.code() + " " + e.getCause());
      } catch (IllegalStateException | UnsupportedOperationException e) {
        System.out.println("Runtime " + e + " " + e.getCause());
      } catch (AssertionError e) {
        System.out.println("Assertion " + e.getMessage());
      } catch (Throwable t) {
        System.out.println("Throwable " + t);
      }
    }
    try {
      new Half();
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage() + " " + Half.leaked.x);
    }
    Throwable t = new Exception("a", new RuntimeException("b", new Error("c")));
    StringBuilder s = new StringBuilder();
    for (; t != null; t = t.getCause()) s.append(t.getMessage()).append("<-");
    System.out.println(s);
    System.out.println(new AppException(null) + " " + new Exception(new Error()).getMessage() + " " + new RuntimeException().getMessage());
    int depth = 0;
    for (int i = 0; i < 100; i++) {
      try {
        if (i % 3 == 0) throw new ArithmeticException();
        if (i % 5 == 0) throw new IndexOutOfBoundsException(i);
        depth++;
      } catch (ArithmeticException e) {
        depth += 10;
      } catch (IndexOutOfBoundsException e) {
        depth += e.getMessage().length();
      }
    }
    System.out.println(depth);
  }
}
