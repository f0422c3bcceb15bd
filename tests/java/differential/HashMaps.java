// HashMap: order of iteration, resizing, collisions turned into trees, null keys, the functional methods.
import java.util.*;

public class HashMaps {
  static final class Key implements Comparable<Key> {
    final int k;

    Key(int k) {
      this.k = k;
    }

    @Override public int hashCode() {
      return k % 3; // so many collisions that bins turn into trees
    }

    @Override public boolean equals(Object o) {
      return o instanceof Key && ((Key) o).k == k;
    }

    @Override public int compareTo(Key o) {
      return Integer.compare(k, o.k);
    }

    @Override public String toString() {
      return "K" + k;
    }
  }

  public static void main(String[] args) {
    Map<String, Integer> m = new HashMap<>();
    for (String w : "the quick brown fox jumps over the lazy dog and the cat runs over the hill".split(" ")) m.merge(w, 1, Integer::sum);
    System.out.println(m);
    m.put(null, 0);
    m.putIfAbsent("fox", 50);
    m.putIfAbsent("new", 60);
    m.computeIfPresent("the", (k, v) -> null);
    m.computeIfAbsent("lazy2", String::length);
    m.compute("dog", (k, v) -> v == null ? 1 : v + 10);
    m.replace("cat", 77);
    m.replaceAll((k, v) -> k == null ? -1 : v + k.length());
    System.out.println(m + " " + m.get(null) + m.getOrDefault("none", 5) + m.containsValue(-1) + m.remove("hill") + m.remove("fox", 0));
    System.out.println(m.keySet() + " " + m.values() + " " + m.hashCode() + " " + m.equals(new HashMap<>(m)));
    Map<Key, Integer> t = new HashMap<>();
    for (int i = 0; i < 150; i++) t.put(new Key(i * 7 % 151), i);
    for (int i = 0; i < 150; i += 2) t.remove(new Key(i));
    int sum = 0;
    for (Map.Entry<Key, Integer> e : t.entrySet()) {
      sum = sum * 31 + e.getValue();
      e.setValue(1);
    }
    System.out.println(t.size() + " " + sum + " " + t.get(new Key(77)) + " " + t.get(new Key(76)));
    Map<Integer, Integer> big = new HashMap<>();
    for (int i = 0; i < 500; i++) big.put(i * 31 ^ i << 7, i);
    long h = 0;
    for (int k : big.keySet()) h = h * 17 + k;
    System.out.println(h + " " + big.size());
    try {
      for (String k : m.keySet()) m.put(k + "x", 1);
    } catch (ConcurrentModificationException e) {
      System.out.println("CME");
    }
    try {
      m.computeIfAbsent("cme", k -> m.put("inner", 1));
    } catch (ConcurrentModificationException e) {
      System.out.println("CME");
    }
    Iterator<Integer> it = m.values().iterator();
    it.next();
    it.remove();
    m.values().removeIf(v -> v > 5);
    System.out.println(m.size());
    LinkedHashMap<String, Integer> lru = new LinkedHashMap<>(8, .75f, true) {
      @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
        return size() > 3;
      }
    };
    for (String s : "a b c a d a e".split(" ")) lru.put(s, lru.size());
    lru.get("d");
    System.out.println(lru);
    Hashtable<Integer, String> ht = new Hashtable<>();
    for (int i = 0; i < 20; i++) ht.put(i * 5, "v" + i);
    System.out.println(ht + " " + Collections.list(ht.keys()).size());
    IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
    id.put("x", 1);
    id.put(new String("x"), 2);
    id.put("x", 3);
    System.out.println(id.size() + " " + id.get("x") + " " + id.containsKey(new String("x")));
    WeakHashMap<String, Integer> w = new WeakHashMap<>();
    w.put("strong", 1);
    System.out.println(w);
  }
}
