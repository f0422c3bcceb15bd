/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | {cat=1, dog=3}
 * hotspot: not seen
 * why: get and put are atomic, the two together are not: both threads may read the same count of "dog" and one of the two additions is lost.
 */
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

public class WordCountCompound {
  private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

  void count(String text) {
    for (String word : text.split(" ")) {
      Integer old = counts.putIfAbsent(word, 1);
      if (old != null) counts.put(word, counts.get(word) + 1);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WordCountCompound words = new WordCountCompound();
    Thread t = new Thread(() -> words.count("dog cat"));
    t.start();
    words.count("dog dog");
    t.join();
    Map<String, Integer> sorted = new TreeMap<>(words.counts);
    assert sorted.get("dog") == 3 : sorted;
    System.out.println(sorted);
  }
}
