import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Spins, then waits for up to an hour, and takes it for granted that what it waits for has come. */
public class Impatient {
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Thread t = new Thread(() -> {
      for (int i = 0; i < 50; i++)
        if (ready) return;
      try {
        assert latch.await(1, TimeUnit.HOURS);
      } catch (InterruptedException e) { }
    });
    t.start();
    ready = true;
    latch.countDown();
    t.join();
  }
}
