import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class OrdersTest {
  private final List<String> log = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(2);

  void ship(String order) {
    done.countDown();
    synchronized (log) {
      log.add(order);
    }
  }

  @Test
  void bothOrdersAreLogged() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(() -> ship("books"));
    pool.execute(() -> ship("pens"));
    done.await();
    synchronized (log) {
      assertEquals(2, log.size());
    }
    pool.shutdown();
  }
}
