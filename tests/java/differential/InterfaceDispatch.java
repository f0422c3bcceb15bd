// Calls through interfaces: methods of Object, arrays as objects, many implementations at one call site, inherited implementations.
import java.util.*;
import java.util.function.*;

public class InterfaceDispatch {
  interface Shape extends Comparable<Shape> {
    int size();
    default int twice() { return 2 * size(); }
    default int compareTo(Shape s) { return size() - s.size(); }
  }

  static class A implements Shape { public int size() { return 1; } }
  static class B extends A { @Override public int size() { return super.size() + 1; } }
  static class C extends B implements Shape { @Override public int twice() { return -1; } }
  static class D implements Shape {
    public int size() { return 9; }
    @Override public String toString() { return "D"; }
    @Override public boolean equals(Object o) { return o instanceof Shape; }
    @Override public int hashCode() { return 77; }
  }

  static abstract class Base { public int size() { return 100; } }
  static class FromBase extends Base implements Shape {}

  interface Gen<T> { T get(T t); }
  static class Str implements Gen<String> { public String get(String s) { return s + s; } }
  static class Int implements Gen<Integer> { public Integer get(Integer i) { return i * i; } }

  @SuppressWarnings({"unchecked", "rawtypes"})
  public static void main(String[] args) {
    Shape[] all = {new A(), new B(), new C(), new D(), new FromBase(), () -> 5};
    long h = 0;
    for (int i = 0; i < 600; i++) {
      Shape s = all[i * 7 % all.length];
      h = h * 31 + s.size() + s.twice();
    }
    System.out.println(h);
    Arrays.sort(all);
    for (Shape s : all) System.out.print(s.size() + ":" + s.twice() + " ");
    System.out.println();
    Shape d = new D();
    System.out.println(d.toString() + d.hashCode() + d.equals(all[0]) + all[0].equals(d) + (d.getClass() == D.class));
    Object arr = new int[] {1, 2};
    System.out.println(arr.equals(arr) + " " + arr.getClass().getSimpleName() + " " + (arr.hashCode() == arr.hashCode()));
    Gen[] gens = {new Str(), new Int()};
    System.out.println(gens[0].get("ab") + " " + gens[1].get(12));
    try {
      gens[1].get("x");
    } catch (ClassCastException e) {
      System.out.println("bridge");
    }
    CharSequence[] cs = {"string", new StringBuilder("builder"), new StringBuffer("buffer"), java.nio.CharBuffer.wrap("chars")};
    for (CharSequence c : cs) System.out.print(c.length() + "" + c.charAt(2) + c.subSequence(0, 2) + c + " ");
    System.out.println();
    List<Iterable<Integer>> its = List.of(List.of(1, 2), new TreeSet<>(Set.of(3, 4)), new ArrayDeque<>(List.of(5)), Collections.singleton(6), () -> List.of(7).iterator());
    int sum = 0;
    for (Iterable<Integer> it : its) for (int v : it) sum = sum * 10 + v;
    System.out.println(sum);
    Supplier<Runnable> sr = () -> () -> System.out.println("nested lambda");
    sr.get().run();
  }
}
