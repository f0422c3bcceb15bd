// try-with-resources: order of closing, suppressed exceptions, null resources, failing constructors.
public class Suppressed {
  static class Res implements AutoCloseable {
    final String name;
    final boolean bad;

    Res(String name, boolean bad) {
      this.name = name;
      this.bad = bad;
      System.out.println("open " + name);
      if (name.equals("unopenable")) throw new IllegalStateException("cannot open");
    }

    @Override public void close() throws Exception {
      System.out.println("close " + name);
      if (bad) throw new Exception("close of " + name);
    }
  }

  static void show(Throwable t, String indent) {
    System.out.println(indent + t);
    for (Throwable s : t.getSuppressed()) show(s, indent + "  suppressed ");
    if (t.getCause() != null) show(t.getCause(), indent + "  cause ");
  }

  public static void main(String[] args) {
    try (Res a = new Res("a", true); Res b = new Res("b", true); Res none = null) {
      throw new RuntimeException("body");
    } catch (Exception e) {
      show(e, "");
    } finally {
      System.out.println("finally");
    }
    try (Res a = new Res("a", false); Res b = new Res("b", true)) {
      System.out.println("body " + a.name + b.name);
    } catch (Exception e) {
      show(e, "");
    }
    try (Res a = new Res("a", true); Res b = new Res("unopenable", false)) {
      System.out.println("never");
    } catch (Exception e) {
      show(e, "");
    }
    Res shared = new Res("shared", false);
    try (shared) {
      System.out.println("using " + shared.name);
    } catch (Exception e) {
      System.out.println("no");
    }
    Exception x = new Exception("x", new Error("y"));
    x.addSuppressed(new RuntimeException("z"));
    show(x, "");
    try {
      x.addSuppressed(x);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      x.initCause(new Error());
    } catch (IllegalStateException e) {
      System.out.println("cause is set once");
    }
  }
}
