// Objects published by a volatile, an AtomicReference, lazySet, a lock, a ConcurrentHashMap and a queue: none is half made.
// races sc: racy
// outcomes sc: ok
// outcomes jmm: ok
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

public class SafePublications {
  static class Box {
    int value = 1;
  }

  static volatile Box byVolatile;
  static final AtomicReference<Box> byAtomic = new AtomicReference<>(), byLazySet = new AtomicReference<>();
  static final ConcurrentHashMap<Integer, Box> byMap = new ConcurrentHashMap<>();
  static final ConcurrentLinkedQueue<Box> byQueue = new ConcurrentLinkedQueue<>();
  static String seen = "ok";

  static void check(Box b) {
    if (b != null && b.value != 1) seen = "half made";
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      byVolatile = new Box();
      byAtomic.set(new Box());
      byLazySet.lazySet(new Box());
      byMap.put(1, new Box());
      byQueue.offer(new Box());
    });
    Thread reader = new Thread(() -> {
      check(byQueue.poll());
      check(byMap.get(1));
      check(byLazySet.get());
      check(byAtomic.get());
      check(byVolatile);
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
