// printStackTrace into a writer: "Caused by", "Suppressed" and the count of common frames.
import java.io.PrintWriter;
import java.io.StringWriter;

public class PrintStackTrace {
  static void a() throws Exception {
    try {
      b();
    } catch (RuntimeException e) {
      Exception x = new Exception("from a", e);
      x.addSuppressed(new IllegalStateException("on the side"));
      throw x;
    }
  }

  static void b() {
    try {
      c(null);
    } catch (NullPointerException e) {
      throw new RuntimeException("from b", e);
    }
  }

  static int c(String s) {
    throw new NullPointerException("given");
  }

  public static void main(String[] args) {
    try {
      a();
    } catch (Exception e) {
      StringWriter w = new StringWriter();
      e.printStackTrace(new PrintWriter(w, true));
      System.out.print(w);
      e.printStackTrace(System.out);
    }
    Throwable t = new Throwable();
    Error circular = new Error("outer", t);
    t.initCause(circular);
    circular.printStackTrace(System.out);
    new Exception((String) null).printStackTrace(System.out);
    new Exception((Throwable) null).printStackTrace(System.out);
    new Exception(new Error("only a cause")).printStackTrace(System.out);
    System.out.println(new Exception("local") {
      @Override public String getLocalizedMessage() {
        return "localized";
      }
    }.getLocalizedMessage());
    Exception silent = new Exception("no trace", null, false, false) {};
    silent.addSuppressed(new Error());
    System.out.println(silent.getStackTrace().length + " " + silent.getSuppressed().length);
  }
}
