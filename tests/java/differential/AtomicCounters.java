// Two threads count with atomics, an adder and a concurrent map: the sums are always the same.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

public class AtomicCounters {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger n = new AtomicInteger();
    LongAdder adder = new LongAdder();
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
    Runnable r = () -> {
      n.incrementAndGet();
      adder.increment();
      m.merge("k", 1, Integer::sum);
    };
    Thread a = new Thread(r), b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(n + " " + adder.sum() + " " + m);
  }
}
