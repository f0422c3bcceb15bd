// The static methods of Collections; immutable lists, sets and maps.
import java.util.*;

public class CollectionsClass {
  interface Act { Object run(); }

  static void attempt(String n, Act a) {
    try {
      System.out.println(n + " " + a.run());
    } catch (RuntimeException e) {
      System.out.println(n + " throws " + e.getClass().getName());
    }
  }

  public static void main(String[] args) {
    List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1, 9, 2));
    Collections.sort(l);
    System.out.println(l + " " + Collections.binarySearch(l, 8) + " " + Collections.binarySearch(l, 4));
    Collections.rotate(l, 2);
    Collections.swap(l, 0, 5);
    System.out.println(l + " " + Collections.max(l) + Collections.min(l, Comparator.reverseOrder()) + Collections.frequency(l, 3));
    Collections.reverse(l);
    Collections.replaceAll(l, 9, 0);
    System.out.println(l + " " + Collections.nCopies(3, "x") + Collections.emptyList() + Collections.singleton(4)
        + Collections.disjoint(l, List.of(77)) + Collections.indexOfSubList(l, List.of(3)) + Collections.unmodifiableList(l));
    Collections.fill(l, 6);
    System.out.println(l + " " + Collections.addAll(l, 1, 2) + l);
    List<String> checked = Collections.checkedList(new ArrayList<>(), String.class);
    attempt("checked", () -> ((List) checked).add(5));
    attempt("unmodifiable", () -> Collections.unmodifiableMap(new HashMap<>()).put(1, 2));
    attempt("List.of add", () -> List.of(1, 2, 3).add(4));
    attempt("List.of null", () -> List.of(1, null));
    attempt("List.of contains null", () -> List.of(1).contains(null));
    attempt("Set.of duplicate", () -> Set.of(1, 1));
    attempt("Map.of duplicate", () -> Map.of(1, 2, 1, 3));
    attempt("Map.of", () -> new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)));
    attempt("Set.of", () -> new TreeSet<>(Set.of(9, 8, 7, 6, 5)));
    attempt("copyOf", () -> List.copyOf(l).equals(l));
    attempt("List.of texts", () -> List.of() + "" + List.of(1) + List.of(1, 2) + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    attempt("Map.of small", () -> Map.of() + "" + Map.of("k", "v") + Set.of("one") + Map.entry("p", 3));
    attempt("List.of equal", () -> List.of(1, 2).equals(Arrays.asList(1, 2)) + " " + List.of(1, 2).hashCode());
    attempt("asList set", () -> { String[] a = {"x", "y"}; Arrays.asList(a).set(0, "z"); return a[0]; });
    attempt("asList add", () -> Arrays.asList(1, 2).add(3));
    attempt("synchronized", () -> Collections.synchronizedList(new ArrayList<>(List.of(1, 2))).stream().mapToInt(i -> i).sum());
    attempt("newSetFromMap", () -> { Set<Integer> s = Collections.newSetFromMap(new TreeMap<>()); s.add(2); s.add(1); return s; });
    attempt("LinkedHashSet", () -> new LinkedHashSet<>(List.of(3, 1, 2, 3, 1)));
    attempt("HashSet", () -> { Set<String> s = new HashSet<>(List.of("b", "aa", "c", "zz", "k")); s.retainAll(Set.of("aa", "zz", "q")); return s; });
    attempt("emptyIterator", () -> Collections.emptyIterator().next());
    attempt("enumeration", () -> Collections.list(Collections.enumeration(List.of(1, 2))));
    attempt("AbstractList", () -> new AbstractList<Integer>() {
      @Override public Integer get(int i) {
        return i * i;
      }

      @Override public int size() {
        return 5;
      }
    }.subList(1, 4));
  }
}
