import java.util.HashSet;
import java.util.Set;

/** Which of the two comes first is up to their hash codes, which a JVM draws anew in each run. */
public class OrderOfHashes {
  static class Key {
    final String name;

    Key(String name) {
      this.name = name;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Set<Key> keys = new HashSet<>();
    Thread t = new Thread(() -> {
      synchronized (keys) {
        keys.add(new Key("t"));
      }
    });
    t.start();
    synchronized (keys) {
      keys.add(new Key("main"));
    }
    t.join();
    System.out.println(keys.iterator().next().name);
  }
}
