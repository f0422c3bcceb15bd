// Records: toString, equals, hashCode, compact constructors, nesting, arrays, generics, statics, interfaces.
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Records {
  record Point(int x, int y) {
    static final Point ORIGIN = new Point(0, 0);

    Point {
      if (x < 0) throw new IllegalArgumentException("negative " + x);
    }

    Point(int both) {
      this(both, both);
    }

    double length() {
      return Math.sqrt((double) x * x + (double) y * y);
    }
  }

  record Line(Point from, Point to, String name) {}

  record All(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, int[] a, Object o) {}

  record Empty() {}

  record Pair<A extends Comparable<A>, B>(A first, B second) implements Comparable<Pair<A, B>> {
    @Override public int compareTo(Pair<A, B> p) {
      return first.compareTo(p.first);
    }

    static <T extends Comparable<T>> Pair<T, T> twice(T t) {
      return new Pair<>(t, t);
    }
  }

  record Custom(String s) {
    Custom(String s) {
      this.s = s.trim();
    }

    @Override public String s() {
      return "<" + s + ">";
    }

    @Override public String toString() {
      return "Custom " + s;
    }
  }

  public static void main(String[] args) {
    Point p = new Point(3, 4), q = new Point(3, 4);
    System.out.println(p + " " + p.x() + p.y() + " " + p.length() + " " + p.equals(q) + " " + (p.hashCode() == q.hashCode())
        + " " + Point.ORIGIN + new Point(7));
    try {
      new Point(-1, 0);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    Line l = new Line(p, null, "n");
    System.out.println(l + " " + l.equals(new Line(q, null, "n")) + " " + l.equals(new Line(q, p, "n")) + " " + l.equals(null)
        + " " + l.equals("x"));
    All a = new All((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, Double.NaN, true, "t", null, List.of(1));
    All b = new All((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 0.0 / 0.0, true, "t", null, List.of(1));
    System.out.println(a + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()));
    System.out.println(new All((byte) 0, (short) 0, 'x', 0, 0, 0f, -0.0, false, null, null, null)
        .equals(new All((byte) 0, (short) 0, 'x', 0, 0, -0f, -0.0, false, null, null, null)));
    System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
    Set<Pair<String, Integer>> set = new HashSet<>();
    set.add(new Pair<>("a", 1));
    set.add(new Pair<>("a", 1));
    set.add(new Pair<>("b", null));
    System.out.println(set.size() + " " + Pair.twice("z") + new Pair<>("a", 1).compareTo(new Pair<>("c", 2)));
    Custom c = new Custom("  hi ");
    System.out.println(c + " " + c.s() + " " + c.equals(new Custom("hi")));
    record Local(int k, List<String> names) {}
    Local[] ls = {new Local(2, List.of("x")), new Local(1, List.of())};
    Arrays.sort(ls, (u, v) -> u.k() - v.k());
    System.out.println(Arrays.toString(ls));
    int[] shared = {1};
    record WithArray(int[] data) {}
    System.out.println(new WithArray(shared).equals(new WithArray(shared)) + " "
        + new WithArray(shared).equals(new WithArray(new int[] {1})));
    System.out.println(Point.class.isRecord() + " " + Point.class.getRecordComponents().length + " "
        + Point.class.getRecordComponents()[1].getName() + ":" + Point.class.getRecordComponents()[1].getType());
    System.out.println(new Point(1, 2).hashCode() + " " + new Pair<>("a", 5).hashCode());
  }
}
