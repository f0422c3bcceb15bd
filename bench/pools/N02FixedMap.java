import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
public class N02FixedMap {
  public static void main(String[] args) throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(2);
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
    Future<?> f = p.submit(() -> m.merge("x", 1, Integer::sum)), g = p.submit(() -> m.merge("x", 2, Integer::sum));
    f.get(); g.get(); p.shutdown();
    System.out.println(m);
  }
}
