// Identity of strings: literals, constants, intern, compile-time and run-time concatenation.
public class Interning {
  static final String A = "ab";
  static final String B = "a" + "b";
  static String c = "a";

  static class Other {
    static final String A = "ab";
    static String made() {
      return "a".concat("b");
    }
  }

  public static void main(String[] args) {
    System.out.println(A == B);
    System.out.println(A == Other.A);
    System.out.println(A == "ab");
    System.out.println(A == c + "b");
    System.out.println(A == (c + "b").intern());
    System.out.println(A == Other.made());
    System.out.println(A == Other.made().intern());
    System.out.println(new String("ab") == A);
    System.out.println(new String("ab").equals(A));
    final String d = "a";
    System.out.println(A == d + "b");
    System.out.println(new StringBuilder("xy").append("z").toString().intern() == "xyz");
    String t = new String(new char[] {'n', 'e', 'w', '1', '2', '3'});
    System.out.println(t.intern() == t.intern());
    System.out.println(t.substring(0) == t);
    System.out.println("".concat(t) == t || true);
    System.out.println("abc".substring(1, 1) == "" || "abc".substring(1, 1).isEmpty());
    System.out.println(String.valueOf(A) == A);
    System.out.println(A.toString() == A);
    System.out.println("ab".replace('x', 'y') == A);
    System.out.println("AB".toLowerCase().intern() == A);
    System.out.println(Integer.toString(5).intern() == "5");
    System.out.println(Interning.class.getName().intern() == "Interning");
    System.out.println(Thread.State.NEW.name() == "NEW");
    synchronized ("ab") {
      System.out.println(Thread.holdsLock(A) + " " + Thread.holdsLock(new String("ab")));
    }
  }
}
