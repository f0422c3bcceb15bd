package limits;

import java.util.concurrent.atomic.AtomicInteger;
import jmc.junit.ModelChecked;

/** More states than anybody waits for. */
class LongTest {
  @ModelChecked(por = "none")
  void manySchedules() throws Exception {
    AtomicInteger[] counters = new AtomicInteger[8];
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      AtomicInteger mine = counters[i] = new AtomicInteger(), other = counters[i / 2];
      threads[i] = new Thread(() -> {
        for (int k = 0; k < 30; k++) other.addAndGet(mine.incrementAndGet());
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
  }
}
