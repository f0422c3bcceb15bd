// Call sites of every kind that javac writes, in the shapes that need care when they are linked. Prints what they do.
import java.io.Serializable;
import java.util.*;
import java.util.function.*;

public class Shapes {
  interface IntToLong { long f(int x); }
  interface ObjToInt<T> { int f(T x); }
  interface IntToObj<R> { R f(int x); }
  interface Wide { double f(byte b, short s, char c, int i, long l, float g, double d, boolean z); }
  interface Boxes { Object f(Byte b, Short s, Character c, Integer i, Long l, Float g, Double d, Boolean z); }
  interface Thrower { void f() throws Exception; }
  interface Copy<T> { T copy(T t); }
  interface StringCopy extends Copy<String> { String copy(String s); }
  interface Marker { }
  interface WithDefault { int one(int x); default int twice(int x) { return one(one(x)); } static int three() { return 3; } }
  interface Arrays1<T> { T[] make(int n); }
  interface Many { String f(long a, double b, String c, int d, long e, Object f); }
  static class Base { String name() { return "base"; } protected String prot(int i) { return "prot" + i; } }
  static class Derived extends Base {
    String name() { return "derived"; }
    Supplier<String> up() { return super::name; }
    Supplier<String> own() { return this::name; }
    IntFunction<String> p() { return super::prot; }
    private int secret(int x) { return x * 7; }
    IntUnaryOperator hidden() { return this::secret; }
    class Inner { int v; Inner(int v) { this.v = v; } int sum(int k) { IntUnaryOperator f = x -> x + v + k + field; return f.applyAsInt(1); } }
    int field = 100;
    IntFunction<Inner> maker() { return Inner::new; }
  }
  static class Pair<A, B> { final A a; final B b; Pair(A a, B b) { this.a = a; this.b = b; } public String toString() { return "<" + a + "," + b + ">"; } }
  record Point(int x, int y) { }
  record Empty() { }
  record All(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, int[] a, List<String> n) { }
  record Gen<T extends Comparable<T>>(T v, Gen<T> next) { }
  enum E { A, B { String q() { return "b"; } }; String q() { return name(); } }

  static int toInt(Integer x) { return x + 1; }
  static Integer boxed(int x) { return x * 2; }
  static long longOf(int x) { return x; }
  static <T> T id(T t) { return t; }
  static void hello() { System.out.println("hello"); }
  static int sideEffect(int x) { System.out.println("side " + x); return x; }
  static String vary(Object... xs) { return "vary" + xs.length; }
  static double mix(byte b, short s, char c, int i, long l, float g, double d, boolean z) { return b + s + c + i + l + g + d + (z ? 1 : 0); }

  static void lambdas() throws Exception {
    IntToLong a = x -> x * 2L; System.out.println(a.f(21));
    IntToLong b = Shapes::longOf; System.out.println(b.f(-1));
    IntToLong b2 = Shapes::boxed; System.out.println(b2.f(-1));
    ObjToInt<Integer> c = Shapes::toInt; System.out.println(c.f(4));
    ObjToInt<Integer> c2 = Integer::intValue; System.out.println(c2.f(5));
    ObjToInt<String> c3 = String::length; System.out.println(c3.f("four"));
    IntToObj<Object> d = Shapes::boxed; System.out.println(d.f(8));
    IntToObj<Number> d2 = x -> x; System.out.println(d2.f(9));
    IntToObj<int[]> d3 = int[]::new; System.out.println(d3.f(3).length);
    IntToObj<String[][]> d4 = String[][]::new; System.out.println(d4.f(3).length);
    Function<Object, String> e = Object::toString; System.out.println(e.apply(12));
    Function<Integer, Long> f = Integer::longValue; System.out.println(f.apply(12));
    ToLongFunction<Integer> g = x -> x; System.out.println(g.applyAsLong(3));
    ToDoubleFunction<Integer> g2 = Integer::intValue; System.out.println(g2.applyAsDouble(3));
    Function<Character, Integer> h = Character::getNumericValue; System.out.println(h.apply('7'));
    Function<Character, Object> h2 = x -> x + 1; System.out.println(h2.apply('7'));
    Wide w = Shapes::mix; System.out.println(w.f((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.5, true));
    Boxes w2 = Shapes::mix; System.out.println(w2.f((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.5, true));
    Thrower t = () -> { throw new Exception("thrown"); };
    try { t.f(); } catch (Exception x) { System.out.println(x.getMessage()); }
    Runnable r = Shapes::hello; r.run();
    Runnable r2 = () -> sideEffect(3); r2.run();
    Consumer<Integer> k = Shapes::sideEffect; k.accept(4);
    Supplier<Pair<String, Integer>> p0 = () -> new Pair<>("x", 1); System.out.println(p0.get());
    BiFunction<String, Integer, Pair<String, Integer>> p = Pair::new; System.out.println(p.apply("y", 2));
    Function<String, StringBuilder> sb = StringBuilder::new; System.out.println(sb.apply("abc").reverse());
    Function<Object[], String> v1 = Shapes::vary; System.out.println(v1.apply(new Object[4]));
    BiFunction<String, String, String> v2 = Shapes::vary; System.out.println(v2.apply("1", "2"));
    Comparator<String> cmp = String::compareTo; System.out.println(cmp.compare("a", "b"));
    Comparator<String> cmp2 = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
    List<String> xs = new ArrayList<>(List.of("bb", "a", "cc", "ddd")); xs.sort(cmp2); System.out.println(xs);
    StringCopy sc = s -> s + "!"; System.out.println(((Copy<String>) sc).copy("copy"));
    StringCopy sc2 = Shapes::id; System.out.println(((Copy<String>) sc2).copy("copy2"));
    WithDefault wd = x -> x + 5; System.out.println(wd.twice(1) + WithDefault.three());
    Runnable m = (Runnable & Serializable & Marker) () -> System.out.println("marked"); m.run(); System.out.println(m instanceof Marker && m instanceof Serializable);
    Derived o = new Derived(); System.out.println(o.up().get() + o.own().get() + o.p().apply(3) + o.hidden().applyAsInt(6) + o.maker().apply(9).sum(50));
    UnaryOperator<int[]> clone = int[]::clone; System.out.println(clone.apply(new int[]{1, 2}).length);
    Supplier<Supplier<String>> nested = () -> () -> "nested"; System.out.println(nested.get().get());
    long big = 1L << 40; double dbl = 2.5; String str = "s"; byte by = 7; float fl = 1.5f; char ch = 'q'; boolean bo = true; short sh = 9;
    Supplier<String> cap = () -> big + " " + dbl + " " + str + by + fl + ch + bo + sh; System.out.println(cap.get());
    Many many = (q1, q2, q3, q4, q5, q6) -> q1 + q2 + q3 + q4 + q5 + q6 + big; System.out.println(many.f(1, 2, "3", 4, 5, 6));
    BooleanSupplier bs = "x"::isEmpty; System.out.println(bs.getAsBoolean());
    Predicate<Object> isStr = String.class::isInstance; System.out.println(isStr.test("z") + "" + isStr.test(1));
    Callback<String> cb = new Callback<>("cb"); System.out.println(cb.get().apply("arg"));
    IntBinaryOperator max = Math::max; System.out.println(max.applyAsInt(3, 9));
    ToIntFunction<List<?>> size = List::size; System.out.println(size.applyAsInt(List.of(1, 2)));
    Function<Integer, int[]> mk = int[]::new; System.out.println(mk.apply(2).length);
    Supplier<Runnable> rr = () -> Shapes::hello; rr.get().run();
    Object same = same(), same2 = same(); System.out.println(same == same2);
    try { Supplier<Integer> nul = () -> null; int x = nul.get(); } catch (NullPointerException x) { System.out.println("npe"); }
    try { ((Function) (Function<String, Integer>) String::length).apply(1); } catch (ClassCastException x) { System.out.println("cce"); }
    try { Object n = null; Supplier<String> bad = n::toString; } catch (NullPointerException x) { System.out.println("npe bound"); }
    IntToObj<Object> fact = x -> x < 2 ? 1 : x * (Integer) fact0.f(x - 1); fact0 = fact; System.out.println(fact.f(6));
  }
  static IntToObj<Object> fact0;
  static Runnable same() { return () -> { }; }
  static class Callback<T extends CharSequence> { T t; Callback(T t) { this.t = t; } Function<T, Integer> get() { return x -> x.length() + t.length(); } }

  static void concat(String[] args) {
    byte b = -1; short s = 300; char c = 'x'; int i = Integer.MIN_VALUE; long l = Long.MIN_VALUE; float f = 1.1f; double d = -0.0; boolean z = false;
    String n = null; Object o = null; char[] cs = null; int[] none = null;
    System.out.println("" + b + s + c + i + l + f + d + z + n + o + none);
    System.out.println(b + "," + s + "," + c + "," + i + "," + l + "," + f + "," + d + "," + z + "," + n + "," + o);
    System.out.println("tab\t\u0001\u0002" + i + "\u0002\u0000" + c + "é\uD83D\uDE00" + d);
    String e = "" + n; System.out.println(e.length());
    String t = "lit"; t += 1; t += 'c'; t += 2.5f; t += null; System.out.println(t);
    StringBuilder sb = new StringBuilder("sb"); System.out.println(sb + "x" + sb.append("y") + sb.length());
    System.out.println(new Object() { public String toString() { return null; } } + "!");
    String same = "" + t; System.out.println(same.equals(t) + " " + (same == t));
    System.out.println("" + Float.NaN + Double.POSITIVE_INFINITY + Double.MIN_VALUE + 1e10 + 1e-5 + 100f + (char) 65 + (byte) 200);
    String many = ""; for (int q = 0; q < 5; q++) many = many + q + many; System.out.println(many);
    System.out.println(i + l + "" + c + c + (c + c));
    System.out.println(Arrays.asList(1, 2) + ":" + new Point(1, 2) + E.B);
  }

  static void records() {
    All a = new All((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.25, true, "t", null, List.of("n"));
    All b = new All((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.25, true, "t", null, List.of("n"));
    System.out.println(a + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.hashCode());
    System.out.println(new Point(3, 4).hashCode() + " " + new Point(3, 4) + new Point(3, 4).equals(new Point(4, 3)) + new Point(1, 1).equals(null) + new Point(1, 1).equals("p"));
    System.out.println(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
    Gen<String> g = new Gen<>("v", new Gen<>(null, null)); System.out.println(g + " " + g.hashCode() + g.equals(new Gen<>("v", new Gen<>(null, null))));
    record Local(double d, float f) { }
    System.out.println(new Local(0.0, Float.NaN).equals(new Local(-0.0, Float.NaN)) + " " + new Local(1, Float.NaN).equals(new Local(1, Float.NaN)) + new Local(1, 2));
    record Loud(Noise x, Noise y) { }
    Loud l1 = new Loud(new Noise("a"), new Noise("b")), l2 = new Loud(new Noise("c"), new Noise("d"));
    System.out.println(l1.equals(l2) + " " + l1.hashCode() + " " + l1);
  }
  static class Noise {
    final String n; Noise(String n) { this.n = n; }
    public boolean equals(Object o) { System.out.println("equals " + n); return true; }
    public int hashCode() { System.out.println("hash " + n); return 3; }
    public String toString() { System.out.println("string " + n); return n; }
  }

  public static void main(String[] args) throws Exception {
    lambdas();
    concat(args);
    records();
  }
}
