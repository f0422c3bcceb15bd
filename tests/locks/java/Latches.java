import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class Latches extends Cases {
  public static void main(String[] args) throws Exception {
    add("gate", () -> {
      CountDownLatch open = new CountDownLatch(1);
      Shared s = new Shared();
      return threads(r -> { open.await(); r.append(s.x).append(open.getCount()); }, r -> { s.x = 5; open.countDown(); r.append(open.getCount()); });
    });
    add("both", () -> {
      // Not below zero, and whoever comes late goes through.
      CountDownLatch done = new CountDownLatch(2);
      Shared s = new Shared();
      return threads(r -> { s.x = 1; done.countDown(); }, r -> { s.y = 1; done.countDown(); done.countDown(); done.await(); r.append(s.x + s.y).append(done.getCount()); });
    });
    add("timed", () -> {
      CountDownLatch done = new CountDownLatch(1);
      return threads(r -> { r.append(done.await(1, TimeUnit.SECONDS)).append(done.getCount()); }, r -> done.countDown());
    });
    add("nanos", () -> {
      CountDownLatch done = new CountDownLatch(1);
      return threads(r -> { r.append(done.await(0, TimeUnit.SECONDS)); }, r -> done.countDown());
    });
    add("short", () -> {
      CountDownLatch done = new CountDownLatch(2);
      return threads(r -> { done.await(); r.append("never"); }, r -> done.countDown());
    });
    add("interrupted", () -> {
      CountDownLatch done = new CountDownLatch(1);
      return threads(r -> { done.await(); r.append("through").append(Thread.currentThread().isInterrupted()); }, r -> { THREADS[0].interrupt(); done.countDown(); });
    });
    run(args);
  }
}
