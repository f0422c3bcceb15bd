import java.util.concurrent.atomic.AtomicInteger;

// The entry of Dekker's algorithm by lazySet and get: on x86 both loads may pass the stores, and both go in. With `set` instead of lazySet only one does.
public class LazilyWanted {
  public static void main(String[] args) throws InterruptedException {
    boolean lazily = args.length == 0;
    AtomicInteger a = new AtomicInteger(), b = new AtomicInteger();
    int[] seen = new int[2];
    Thread first = new Thread(() -> {
      if (lazily) a.lazySet(1);
      else a.set(1);
      seen[0] = b.get();
    });
    Thread second = new Thread(() -> {
      if (lazily) b.lazySet(1);
      else b.set(1);
      seen[1] = a.get();
    });
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(seen[0] + seen[1] == 0 ? "both" : "one");
  }
}
