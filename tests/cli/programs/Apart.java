import java.util.concurrent.atomic.AtomicInteger;

/** Threads that share nothing but what is static: millions of states without a reduction, few with one. */
public class Apart {
  static final AtomicInteger[] cells = { new AtomicInteger(), new AtomicInteger(), new AtomicInteger(), new AtomicInteger() };

  public static void main(String[] args) {
    for (AtomicInteger cell : cells)
      new Thread(() -> { for (int k = 0; k < 60; k++) cell.incrementAndGet(); }).start();
  }
}
