// Correct: a counter by compare-and-set.
public class AtomicCounter {
  private final java.util.concurrent.atomic.AtomicInteger value = new java.util.concurrent.atomic.AtomicInteger();
  public int increment() {
    for (;;) {
      int v = value.get();
      if (value.compareAndSet(v, v + 1)) return v + 1;
    }
  }
}
