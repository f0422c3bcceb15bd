import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The latch says that both have written, and they write after it. */
public class CountsTooEarly {
  static final CountDownLatch done = new CountDownLatch(1);
  static final List<String> log = new ArrayList<>();

  static void write(String text) {
    done.countDown();
    synchronized (log) {
      log.add(text);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread second = new Thread(() -> write("second"), "second");
    second.start();
    done.await();
    synchronized (log) {
      if (log.isEmpty()) throw new IllegalStateException("nothing is written");
    }
  }
}
