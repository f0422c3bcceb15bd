/*
 * verdict: verified
 * outcomes: {cat=1, dog=3}
 * why: merge reads and writes the count under the lock of its bin, so no addition is lost: three dogs, one cat.
 */
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

public class WordCount {
  private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

  void count(String text) {
    for (String word : text.split(" ")) {
      counts.merge(word, 1, Integer::sum);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WordCount words = new WordCount();
    Thread t = new Thread(() -> words.count("dog cat"));
    t.start();
    words.count("dog dog");
    t.join();
    Map<String, Integer> sorted = new TreeMap<>(words.counts);
    assert sorted.get("dog") == 3 : sorted;
    System.out.println(sorted);
  }
}
