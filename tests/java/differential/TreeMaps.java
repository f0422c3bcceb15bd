// TreeMap and TreeSet: navigation, sub-maps, descending views, comparators, rebalancing.
import java.util.*;

public class TreeMaps {
  public static void main(String[] args) {
    TreeMap<Integer, String> m = new TreeMap<>();
    for (int i = 0; i < 40; i++) m.put(i * 17 % 41, "v" + i);
    System.out.println(m);
    for (int i = 0; i < 40; i += 3) m.remove(i);
    System.out.println(m.firstKey() + " " + m.lastEntry() + " " + m.floorKey(12) + " " + m.ceilingKey(12) + " " + m.lowerKey(1) + " "
        + m.higherEntry(39) + " " + m.pollFirstEntry() + " " + m.size());
    System.out.println(m.headMap(10) + " " + m.tailMap(35, false) + " " + m.subMap(10, true, 14, true) + " " + m.descendingMap().headMap(36));
    NavigableMap<Integer, String> sub = m.subMap(5, true, 20, false);
    sub.put(6, "six");
    sub.remove(7);
    sub.pollLastEntry();
    try {
      sub.put(20, "no");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(sub + " " + m.containsKey(6) + " " + sub.descendingKeySet());
    try {
      m.put(null, "x");
    } catch (NullPointerException e) {
      System.out.println("no null keys");
    }
    TreeMap<String, Integer> ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    ci.put("b", 1);
    ci.put("A", 2);
    ci.put("B", 3);
    ci.merge("a", 10, Integer::sum);
    System.out.println(ci + " " + ci.comparator().compare("x", "X"));
    TreeSet<String> s = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
    Collections.addAll(s, "pear", "fig", "apple", "kiwi", "date", "plum", "fig");
    System.out.println(s + " " + s.first() + " " + s.headSet("kiwi") + " " + s.descendingSet() + " " + s.ceiling("zzzz") + " " + s.pollLast());
    Iterator<String> it = s.iterator();
    it.next();
    it.remove();
    System.out.println(s);
    TreeSet<Object> mixed = new TreeSet<>();
    mixed.add(1);
    try {
      mixed.add("x");
    } catch (ClassCastException e) {
      System.out.println("not comparable");
    }
    try {
      new TreeSet<Object>().add(new Object());
    } catch (ClassCastException e) {
      System.out.println("not comparable at all");
    }
    for (Map.Entry<Integer, String> e : m.entrySet()) if (e.getKey() > 35) e.setValue("big");
    System.out.println(m.tailMap(35) + " " + m.firstEntry().getClass().getSimpleName());
  }
}
