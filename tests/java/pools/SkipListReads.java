// outcomes: 1 2 | 2 2
// why: a map's size is a LongAdder that is read here, by a thread while the others put, and by main at the end, which has 2; the thread may ask before the second put is counted, and what was counted before the threads started counts
import java.util.concurrent.*;

public class SkipListReads {
  static final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
  static int seen;

  public static void main(String[] args) throws Exception {
    map.put(0, 0);
    Thread put = new Thread(() -> map.put(1, 1)), size = new Thread(() -> seen = map.size());
    put.start();
    size.start();
    put.join();
    size.join();
    System.out.println(seen + " " + map.size());
  }
}
