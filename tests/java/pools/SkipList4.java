// outcomes: {1=a, 2=b, 4=d}
// why: each key is put and looked at, or put and removed, by one thread alone
import java.util.concurrent.*;

public class SkipList4 {
  static final ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();

  static Thread thread(Runnable r) {
    Thread t = new Thread(r);
    t.start();
    return t;
  }

  public static void main(String[] args) throws Exception {
    Thread[] all = {
      thread(() -> { map.put(1, "a"); if (!"a".equals(map.get(1))) throw new AssertionError(); }),
      thread(() -> { map.put(2, "b"); if (!"b".equals(map.get(2))) throw new AssertionError(); }),
      thread(() -> { map.put(3, "c"); if (!"c".equals(map.remove(3))) throw new AssertionError(); }),
      thread(() -> { map.put(4, "d"); if (!map.containsKey(4)) throw new AssertionError(); }),
    };
    for (Thread t : all) t.join();
    System.out.println(map);
  }
}
