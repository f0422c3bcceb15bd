/** What a class whose initialisation has failed says each time: the first error with its cause, later ones with the trace of that. */
public class InitFailures {
  static class Chain {
    static int x = fail();

    static int fail() {
      throw new IllegalStateException("outer", new RuntimeException("inner", new Exception("root")));
    }
  }

  static class AnError {
    static int x;

    static {
      if (true) {
        Error e = new AssertionError("its own");
        e.addSuppressed(new Exception("suppressed"));
        throw e;
      }
    }
  }

  static class OfJdk {
    static int x = Integer.parseInt("zz");
  }

  static class Bare {
    static int x;

    static {
      if (true) throw new IllegalStateException("without a trace", null) {
        @Override public synchronized Throwable fillInStackTrace() {
          return this;
        }
      };
    }
  }

  static class Given {
    static int x;

    static {
      RuntimeException e = new RuntimeException();
      e.setStackTrace(new StackTraceElement[] {new StackTraceElement("Some", "where", "Else.java", 7)});
      if (true) throw e;
    }
  }

  interface Act {
    void run();
  }

  static void twice(Act act) {
    for (int i = 0; i < 2; i++) {
      try {
        act.run();
      } catch (Throwable e) {
        e.printStackTrace(System.out);
      }
    }
  }

  public static void main(String[] args) {
    twice(() -> Chain.x++);
    twice(() -> AnError.x++);
    twice(() -> OfJdk.x++);
    twice(() -> Bare.x++);
    twice(() -> Given.x++);
  }
}
