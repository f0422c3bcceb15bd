// Chains of comparators, nulls first and last, stability of sorting.
import java.util.*;

public class Comparators {
  record P(String n, Integer k, double w) {}

  public static void main(String[] args) {
    List<P> l = new ArrayList<>(List.of(new P("b", 2, 1), new P("a", 2, 3), new P("c", 1, -0.0), new P("d", null, 0.0), new P("e", 1, 9)));
    l.sort(Comparator.comparing(P::k, Comparator.nullsFirst(Comparator.naturalOrder())));
    System.out.println(l);
    l.sort(Comparator.comparing(P::k, Comparator.nullsLast(Comparator.<Integer>reverseOrder())).thenComparing(P::n));
    System.out.println(l);
    l.sort(Comparator.comparingDouble(P::w).reversed());
    System.out.println(l);
    l.sort(Comparator.comparingInt((P p) -> p.n().charAt(0) % 2).thenComparingDouble(P::w).thenComparingInt(p -> -p.n().charAt(0)));
    System.out.println(l);
    l.sort(Map.Entry.comparingByKey(Comparator.<String>naturalOrder()).reversed() == null ? null : (x, y) -> 0);
    System.out.println(l.get(0).n());
    String[] s = {"b", null, "A", "a", null, "B"};
    Arrays.sort(s, Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER));
    System.out.println(Arrays.toString(s));
    Map<String, Integer> m = new HashMap<>(Map.of("x", 3, "y", 1, "z", 2));
    System.out.println(m.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList());
    System.out.println(Collections.max(List.of("aa", "b", "cc"), Comparator.comparing(String::length)));
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < 64; i++) pairs.add(new int[] {i * 29 % 8, i});
    pairs.sort((a, b) -> a[0] - b[0]);
    StringBuilder out = new StringBuilder();
    for (int[] p : pairs) out.append(p[0]).append(':').append(p[1]).append(' ');
    System.out.println(out);
  }
}
