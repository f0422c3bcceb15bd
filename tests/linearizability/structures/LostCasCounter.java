// Seeded bug: the result of the CAS is ignored.
public class LostCasCounter {
  private final java.util.concurrent.atomic.AtomicInteger value = new java.util.concurrent.atomic.AtomicInteger();
  public int increment() {
    for (;;) {
      int v = value.get();
      value.compareAndSet(v, v + 1); return v + 1;
    }
  }
}
