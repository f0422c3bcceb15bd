// Sequenced collections.
import java.util.*;

public class SequencedCollections {
  public static void main(String[] args) {
    List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
    l.addFirst(0);
    l.addLast(4);
    System.out.println(l.getFirst() + " " + l.getLast() + " " + l.reversed() + " " + l.removeFirst() + l.removeLast() + l);
    l.reversed().add(99);
    System.out.println(l + " " + l.reversed().indexOf(3) + " " + l.reversed().subList(1, 3));
    LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
    m.put("b", 2);
    m.putFirst("a", 1);
    m.putLast("c", 3);
    System.out.println(m + " " + m.reversed() + " " + m.firstEntry() + m.lastEntry() + m.pollFirstEntry() + m.sequencedKeySet().reversed() + m.sequencedValues());
    LinkedHashSet<Integer> s = new LinkedHashSet<>(List.of(3, 1, 2));
    s.addFirst(2);
    System.out.println(s + " " + s.reversed() + s.getFirst());
    TreeMap<Integer, String> t = new TreeMap<>(Map.of(1, "x", 2, "y"));
    System.out.println(t.reversed().firstEntry() + " " + new ArrayDeque<>(List.of(5, 6)).reversed());
    try {
      new ArrayList<>().getFirst();
    } catch (NoSuchElementException e) {
      System.out.println("empty");
    }
    try {
      List.of(1).addFirst(0);
    } catch (UnsupportedOperationException e) {
      System.out.println("immutable");
    }
  }
}
