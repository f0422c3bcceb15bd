import java.util.concurrent.atomic.AtomicIntegerArray;

// indexer(n): threads insert four messages each into one hash table of 128 slots. 1 trace up to 11 threads, then 8^(n-11).
public class Indexer {
  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    AtomicIntegerArray table = new AtomicIntegerArray(128);
    Thread[] threads = new Thread[n];
    for (int t = 0; t < n; ++t) {
      int tid = t + 1;
      threads[t] = new Thread(() -> {
        for (int m = 0; m < 4; ++m) {
          int w = m * 11 + tid, h = w * 7 % 128;
          while (!table.compareAndSet(h, 0, w)) h = (h + 1) % 128;
        }
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
  }
}
