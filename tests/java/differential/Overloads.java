// Overload resolution: boxing, widening, varargs, null, most specific; overriding and hiding.
public class Overloads {
  static String f(int i) { return "int"; }
  static String f(long l) { return "long"; }
  static String f(double d) { return "double"; }
  static String f(Integer i) { return "Integer"; }
  static String f(Object o) { return "Object"; }
  static String f(int... is) { return "int..." + is.length; }

  static String g(long l) { return "long"; }
  static String g(Integer i) { return "Integer"; }
  static String g(Object... os) { return "Object..." + (os == null ? "null" : os.length); }

  static String h(Object o) { return "Object"; }
  static String h(String s) { return "String"; }

  static String v(String s, Object... os) { return "varargs" + os.length; }
  static String v(String s, String t) { return "two"; }

  static String w(char c) { return "char"; }
  static String w(int i) { return "int"; }

  static class P {
    String name = "P.name";
    static String st() { return "P.st"; }
    String m(P p) { return "P.m(P)"; }
    String who() { return "P " + name; }
    String same(Object o) { return "P.same"; }
  }

  static class Q extends P {
    String name = "Q.name";
    static String st() { return "Q.st"; }
    @Override String m(P p) { return "Q.m(P)"; }
    String m(Q q) { return "Q.m(Q)"; }
    @Override String who() { return super.who() + " Q " + name; }
    String same(String s) { return "Q.same"; }
  }

  public static void main(String[] args) {
    byte b = 1;
    short s = 2;
    char c = 'c';
    float fl = 1f;
    System.out.println(f(b) + f(s) + f(c) + f(1) + f(1L) + f(fl) + f(1.0) + f(Integer.valueOf(1)) + f("x") + f() + f(1, 2)
        + f(Long.valueOf(1)) + f(new int[3]));
    System.out.println(g(1) + g(Integer.valueOf(1)) + g(1, 2) + g() + g((Object) null) + g((Object[]) null) + g("s")
        + g(new Object[] {1, 2, 3}) + g(new int[] {1, 2}) + g(new String[] {"a", "b"}));
    System.out.println(h(null) + h("s") + h((Object) "s"));
    System.out.println(v("a") + v("a", "b") + v("a", 1) + v("a", "b", "c") + v("a", (Object) "b"));
    System.out.println(w('a') + w('a' + 1) + w((char) 98) + w((short) 3));
    P p = new Q();
    Q q = new Q();
    System.out.println(p.m(q) + q.m(q) + q.m(p) + p.who() + p.name + ((P) q).name + q.name + P.st() + Q.st());
    System.out.println(p.same("x") + q.same("x") + q.same(1));
  }
}
