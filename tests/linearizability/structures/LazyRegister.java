import java.util.concurrent.atomic.AtomicInteger;

// Seeded bug: a write that meets a read leaves it to the reader to make the new value known. Until then others read the old value,
// although the write is over. With one call per thread every outcome has a sequential explanation, but not one that agrees with time.
public class LazyRegister {
  private final AtomicInteger readers = new AtomicInteger();
  private volatile int written, published;
  public void write(int v) {
    written = v;
    if (readers.get() == 0) published = v;
  }
  public int read() {
    readers.incrementAndGet();
    int r = published;
    if (readers.decrementAndGet() == 0) published = written;
    return r;
  }
}
