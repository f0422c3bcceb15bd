// Two threads put different keys into the sorted concurrent map and set: the contents are always the same.
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class SkipListPair {
  public static void main(String[] args) throws InterruptedException {
    ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
    Thread a = new Thread(() -> m.put(2, "a"));
    Thread b = new Thread(() -> m.put(1, "b"));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(m + " " + m.firstKey() + " " + m.size());
    CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>();
    Thread c = new Thread(() -> l.addIfAbsent(7)), d = new Thread(() -> l.addIfAbsent(7));
    c.start();
    d.start();
    c.join();
    d.join();
    System.out.println(l);
  }
}
