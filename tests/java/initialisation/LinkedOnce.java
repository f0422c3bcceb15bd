// outcomes: 1 1 1 | 2 2 2
// why: of threads whose bootstrap methods run at one time the first result is everybody's (JVMS 5.4.3.6)
import java.lang.invoke.*;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;

public class LinkedOnce {
  // public class LinkedOnceSite { static int site() { invokedynamic LinkedOnce.link } }
  static final String BYTES =
      "yv66vgAAADcAHgEADkxpbmtlZE9uY2VTaXRlBwABAQAQamF2YS9sYW5nL09iamVjdAcAAwEABHNpdGUBAAMoKUkBAApMaW5rZWRPbmNlBwAHAQ"
      + "AEbGluawEAcyhMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL2ludm9r"
      + "ZS9NZXRob2RUeXBlOylMamF2YS9sYW5nL2ludm9rZS9DYWxsU2l0ZTsMAAkACgoACAALDwYADAEAAXMMAA4ABhIAAAAPAQAIY29uc3RhbnQBAB"
      + "QoKUxqYXZhL2xhbmcvT2JqZWN0OwEABG1ha2UBAF4oTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9T"
      + "dHJpbmc7TGphdmEvbGFuZy9DbGFzczspTGphdmEvbGFuZy9PYmplY3Q7DAATABQKAAgAFQ8GABYBAAFjAQASTGphdmEvbGFuZy9PYmplY3Q7DA"
      + "AYABkRAAEAGgEABENvZGUBABBCb290c3RyYXBNZXRob2RzAAEAAgAEAAAAAAACAAkABQAGAAEAHAAAABIAAQAAAAAABroAEAAArAAAAAAACQAR"
      + "ABIAAQAcAAAADwABAAAAAAADEhuwAAAAAAABAB0AAAAKAAIADQAAABcAAA==";
  static final AtomicInteger sites = new AtomicInteger();
  static MethodHandle site;

  public static CallSite link(MethodHandles.Lookup l, String name, MethodType type) {
    return new ConstantCallSite(MethodHandles.constant(int.class, sites.incrementAndGet()));
  }
  static int site() {
    try { return (int) site.invoke(); } catch (Throwable e) { throw new AssertionError(e); }
  }

  static int s;

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    Class<?> k = l.defineClass(Base64.getDecoder().decode(BYTES));
    site = l.findStatic(k, "site", MethodType.methodType(int.class));
    Thread t = new Thread(() -> { s = site(); });
    t.start();
    int s1 = site(), s2 = site();
    t.join();
    System.out.println(s + " " + s1 + " " + s2);
  }
}
