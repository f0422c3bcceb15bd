// outcomes: 1 0 2
// why: the maps and the set have their elements before the threads start; how many they are is an adder's sum
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

public class SkipListCounted {
  static int n, m, k;
  public static void main(String[] args) throws Exception {
    String.format("%d", 1);
    ConcurrentSkipListMap<String, String> map = new ConcurrentSkipListMap<>(Map.of("x", "y"));
    ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
    Thread t = new Thread(() -> n = map.size()), u = new Thread(() -> m = set.size());
    t.start();
    u.start();
    t.join();
    u.join();
    set.add("a");
    set.add("b");
    System.out.println(n + " " + m + " " + set.size());
  }
}
