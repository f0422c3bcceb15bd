// A bootstrap method that has failed is not called again: the failure stays (JVMS 5.4.3).
import java.lang.invoke.*;
import java.util.Base64;

public class BootstrapFails {
  // public class BootstrapFailsSite { static int site() { invokedynamic BootstrapFails.link }  static Object constant() { ldc dynamic BootstrapFails.make } }
  static final String BYTES =
      "yv66vgAAADcAHgEAEkJvb3RzdHJhcEZhaWxzU2l0ZQcAAQEAEGphdmEvbGFuZy9PYmplY3QHAAMBAARzaXRlAQADKClJAQAOQm9vdHN0cmFwRm"
      + "FpbHMHAAcBAARsaW5rAQBzKExqYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMkTG9va3VwO0xqYXZhL2xhbmcvU3RyaW5nO0xqYXZhL2xh"
      + "bmcvaW52b2tlL01ldGhvZFR5cGU7KUxqYXZhL2xhbmcvaW52b2tlL0NhbGxTaXRlOwwACQAKCgAIAAsPBgAMAQABcwwADgAGEgAAAA8BAAhjb2"
      + "5zdGFudAEAFCgpTGphdmEvbGFuZy9PYmplY3Q7AQAEbWFrZQEAXihMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGVzJExvb2t1cDtMamF2"
      + "YS9sYW5nL1N0cmluZztMamF2YS9sYW5nL0NsYXNzOylMamF2YS9sYW5nL09iamVjdDsMABMAFAoACAAVDwYAFgEAAWMBABJMamF2YS9sYW5nL0"
      + "9iamVjdDsMABgAGREAAQAaAQAEQ29kZQEAEEJvb3RzdHJhcE1ldGhvZHMAAQACAAQAAAAAAAIACQAFAAYAAQAcAAAAEgABAAAAAAAGugAQAACs"
      + "AAAAAAAJABEAEgABABwAAAAPAAEAAAAAAAMSG7AAAAAAAAEAHQAAAAoAAgANAAAAFwAA";
  static int sites, constants;

  public static CallSite link(MethodHandles.Lookup l, String name, MethodType type) {
    if (++sites == 1) throw new IllegalStateException("the first site");
    return new ConstantCallSite(MethodHandles.constant(int.class, sites));
  }
  public static Object make(MethodHandles.Lookup l, String name, Class<?> type) {
    if (++constants == 1) throw new IllegalStateException("the first constant");
    return "c" + constants;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    Class<?> k = l.defineClass(Base64.getDecoder().decode(BYTES));
    for (int i = 0; i < 6; i++) {
      try {
        System.out.println(i % 2 == 0 ? k.getMethod("site").invoke(null) : k.getMethod("constant").invoke(null));
      } catch (java.lang.reflect.InvocationTargetException e) {
        System.out.println(e.getCause() + ", " + e.getCause().getCause());
      }
    }
    System.out.println(sites + " " + constants);
  }
}
