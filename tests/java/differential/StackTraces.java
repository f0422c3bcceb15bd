// Elements of stack traces: classes, methods, files and lines, through constructors, initialisers and lambdas.
public class StackTraces {
  static void show(Throwable t) {
    System.out.println(t);
    for (StackTraceElement e : t.getStackTrace()) {
      if (!e.getClassName().startsWith("StackTraces")) continue;
      String method = e.getMethodName().startsWith("lambda$") ? "lambda" : e.getMethodName();
      System.out.println("  " + e.getClassName() + "." + method + " " + e.getFileName() + ":" + e.getLineNumber());
    }
    if (t.getCause() != null) show(t.getCause());
  }

  static class Thing {
    int x = compute(0);

    Thing(int y) {
      x += y;
    }

    int compute(int z) {
      return 10 / z;
    }
  }

  static class Static {
    static final int V = fail();

    static int fail() {
      throw new UnsupportedOperationException("in static initialiser");
    }
  }

  static int recurse(int n) {
    if (n == 0) throw new IllegalArgumentException("bottom");
    return recurse(n - 1)
        + 1;
  }

  static class Custom extends Exception {
    final int code;

    Custom(String m, int code, Throwable cause) {
      super(m, cause);
      this.code = code;
    }

    @Override public String toString() {
      return "Custom#" + code + ": " + getMessage();
    }
  }

  public static void main(String[] args) {
    try {
      new Thing(3);
    } catch (ArithmeticException e) {
      show(e);
    }
    try {
      System.out.println(Static.V);
    } catch (ExceptionInInitializerError e) {
      show(e);
    }
    try {
      recurse(3);
    } catch (IllegalArgumentException e) {
      show(e);
    }
    try {
      Runnable r = () -> {
        Object o = "s";
        Integer i = (Integer) o;
      };
      r.run();
    } catch (ClassCastException e) {
      System.out.println(e.getStackTrace()[0].getLineNumber() + " " + e.getStackTrace()[1].getMethodName().length());
    }
    try {
      try {
        int[] a = new int[2];
        a[
          2] = 1;
      } catch (RuntimeException e) {
        throw new Custom("wrapped", 7, e);
      }
    } catch (Custom c) {
      show(c);
      System.out.println(c.code);
    }
    Exception made = new Exception("made here");
    show(made);
    made.fillInStackTrace();
    show(made);
    made.setStackTrace(new StackTraceElement[] {new StackTraceElement("StackTracesX", "m", "F.java", 12)});
    show(made);
    System.out.println(made.getStackTrace()[0]);
    System.out.println(new StackTraceElement("A", "b", null, -2) + " " + new StackTraceElement("A", "b", null, -1));
    StackTraceElement here = Thread.currentThread().getStackTrace()[1];
    System.out.println(here.getMethodName() + " " + here.getLineNumber() + " " + here.isNativeMethod());
  }
}
