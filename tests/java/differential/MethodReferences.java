// Method references: static, bound, unbound, constructor, array constructor, super, with adaptation of types.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.*;

public class MethodReferences {
  static int twice(int i) { return 2 * i; }
  static long sum(long... ls) { long s = 0; for (long l : ls) s += l; return s; }
  static String join(Object... os) { return os.length + Arrays.toString(os); }
  String name;

  MethodReferences(String n) { name = n; }
  MethodReferences(int n) { name = "#" + n; }
  MethodReferences() { name = "none"; }

  String greet(String who) { return name + " greets " + who; }
  int len() { return name.length(); }
  @Override public String toString() { return "MR(" + name + ")"; }

  static class Sub extends MethodReferences {
    Sub() { super("sub"); }
    @Override String greet(String who) {
      Function<String, String> f = super::greet;
      return f.apply(who) + "!";
    }
    Supplier<String> own() { return this::toString; }
  }

  class Inner {
    final int k;
    Inner(int k) { this.k = k + name.length(); }
  }

  Function<Integer, Inner> inners() { return Inner::new; }

  interface IntToLong { long go(int i); }
  interface Boxed { Integer go(Integer i); }
  interface ToObj { Object go(int i); }
  interface VoidInt { void go(int i); }
  interface Three { String go(MethodReferences m, String s); }

  static <T> T id(T t) { return t; }

  public static void main(String[] args) {
    IntUnaryOperator a = MethodReferences::twice;
    Function<Integer, Integer> b = MethodReferences::twice;
    IntToLong c = MethodReferences::twice;
    Boxed d = MethodReferences::twice;
    ToObj e = MethodReferences::twice;
    VoidInt v = MethodReferences::twice;
    v.go(1);
    System.out.println(a.applyAsInt(1) + " " + b.apply(2) + " " + c.go(3) + " " + d.go(4) + " " + e.go(5));
    LongBinaryOperator s2 = MethodReferences::sum;
    IntBinaryOperator mx = Math::max;
    ToLongBiFunction<Integer, Integer> widened = MethodReferences::sum;
    Supplier<Long> s0 = MethodReferences::sum;
    Function<long[], Long> sa = MethodReferences::sum;
    System.out.println(s2.applyAsLong(3, 4) + " " + mx.applyAsInt(3, 9) + " " + widened.applyAsLong(5, 6) + " " + s0.get() + " "
        + sa.apply(new long[] {1, 2, 3}));
    BiFunction<String, Integer, String> j2 = MethodReferences::join;
    Function<Object[], String> ja = MethodReferences::join;
    System.out.println(j2.apply("x", 1) + ja.apply(new Object[] {1, 2, 3}));
    MethodReferences bound = new MethodReferences("bob");
    Function<String, String> g = bound::greet;
    bound = new MethodReferences("changed");
    Three t = MethodReferences::greet;
    ToIntFunction<MethodReferences> l = MethodReferences::len;
    System.out.println(g.apply("ann") + ", " + t.go(bound, "cid") + ", " + l.applyAsInt(bound));
    Function<String, MethodReferences> c1 = MethodReferences::new;
    IntFunction<MethodReferences> c2 = MethodReferences::new;
    Supplier<MethodReferences> c3 = MethodReferences::new;
    System.out.println(c1.apply("one") + "" + c2.apply(2) + c3.get());
    IntFunction<int[]> arr = int[]::new;
    Function<Integer, String[][]> arr2 = String[][]::new;
    System.out.println(arr.apply(3).length + " " + arr2.apply(2).getClass().getName());
    Supplier<int[]> cl = new int[] {1, 2}::clone;
    System.out.println(cl.get().length);
    System.out.println(new Sub().greet("you") + new Sub().own().get() + bound.inners().apply(5).k);
    Supplier<List<String>> ln = ArrayList::new;
    Function<Integer, Map<String, Integer>> hm = HashMap::new;
    System.out.println(ln.get() + "" + hm.apply(8));
    Function<Integer, Integer> gen = MethodReferences::<Integer>id;
    Comparator2<String> cmp = String::compareTo;
    BiPredicate<String, String> eq = String::equalsIgnoreCase;
    System.out.println(gen.apply(3) + " " + cmp.cmp("a", "c") + " " + eq.test("Ab", "aB"));
    Consumer<Object> out = System.out::println;
    out.accept("println bound");
    Runnable rr = out.andThen(x -> System.out.println("then " + x)) == null ? null : System.out::println;
    rr.run();
    Supplier<Class<?>> cls = "text"::getClass;
    System.out.println(cls.get());
    try {
      String nul = null;
      Supplier<Integer> sn = nul::length;
      System.out.println("unreached");
    } catch (NullPointerException x) {
      System.out.println("bound to null fails at once");
    }
    Function<Object, String> ts = Object::toString;
    Function<String, Object> co = ts::apply;
    System.out.println(co.apply("covariant"));
    IntPredicate digit = Character::isDigit;
    DoubleUnaryOperator sq = Math::sqrt;
    ToDoubleFunction<Integer> td = Integer::doubleValue;
    System.out.println(digit.test('7') + " " + sq.applyAsDouble(2.25) + " " + td.applyAsDouble(3));
  }

  interface Comparator2<T> { int cmp(T a, T b); }
}
