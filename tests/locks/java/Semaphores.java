import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class Semaphores extends Cases {
  public static void main(String[] args) throws Exception {
    add("mutex", () -> {
      Semaphore m = new Semaphore(1);
      Shared s = new Shared();
      Body b = r -> { m.acquire(); r.append(s.x++); m.release(); };
      return threads(b, b);
    });
    add("handover", () -> {
      Semaphore m = new Semaphore(0);
      Shared s = new Shared();
      return threads(r -> { m.acquireUninterruptibly(); r.append(s.x).append(m.availablePermits()); }, r -> { s.x = 5; m.release(2); });
    });
    add("tries", () -> {
      Semaphore m = new Semaphore(1);
      Body b = r -> { if (m.tryAcquire()) { r.append("got"); m.release(); } else r.append("none"); };
      return threads(b, b);
    });
    add("timed", () -> {
      Semaphore m = new Semaphore(1);
      Body b = r -> { if (m.tryAcquire(1, TimeUnit.SECONDS)) { r.append("got"); m.release(); } else r.append("late"); };
      return threads(b, b);
    });
    add("timedMany", () -> {
      Semaphore m = new Semaphore(1);
      return threads(r -> { r.append(m.tryAcquire(2, 1, TimeUnit.SECONDS)); }, r -> m.release());
    });
    add("several", () -> {
      // A waiter that came after a request for two is stuck behind it, though there is a permit for it.
      Semaphore m = new Semaphore(0);
      return threads(r -> { m.acquire(2); r.append("two"); }, r -> { m.acquire(); r.append("one"); }, r -> m.release());
    });
    add("drain", () -> {
      Semaphore m = new Semaphore(2);
      return threads(r -> { r.append(m.drainPermits()); m.release(); }, r -> { m.acquire(); r.append(m.availablePermits()); });
    });
    add("fair", () -> {
      Semaphore m = new Semaphore(1, true);
      Shared s = new Shared();
      Body b = r -> { m.acquire(); r.append(s.x++); m.release(); };
      return threads(b, r -> { b.run(r); b.run(r); });
    });
    add("negative", () -> {
      Semaphore m = new Semaphore(-1);
      return threads(r -> { m.acquire(); r.append("in"); }, r -> { m.release(); m.release(); }, r -> m.acquire(-2));
    });
    run(args);
  }
}
