import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** ReentrantLock without conditions. */
public class Locking extends Cases {
  public static void main(String[] args) throws Exception {
    add("exclusion", () -> {
      ReentrantLock lock = new ReentrantLock();
      Shared s = new Shared();
      Body b = r -> { lock.lock(); try { int x = s.x; s.x = x + 1; r.append(x); } finally { lock.unlock(); } };
      return threads(b, b);
    });
    add("exclusion3", () -> {
      ReentrantLock lock = new ReentrantLock();
      Shared s = new Shared();
      Body b = r -> { lock.lock(); int x = s.x; s.x = x + 1; r.append(x); lock.unlock(); };
      return threads(b, b, b);
    });
    add("reentrant", () -> {
      ReentrantLock lock = new ReentrantLock();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); lock.lock(); r.append(lock.getHoldCount()); s.x++; lock.unlock(); s.x++; lock.unlock(); r.append(lock.getHoldCount()); },
          r -> { lock.lock(); r.append(s.x).append(lock.isHeldByCurrentThread()); lock.unlock(); });
    });
    add("tryLock", () -> {
      ReentrantLock lock = new ReentrantLock();
      Shared s = new Shared();
      Body b = r -> { if (lock.tryLock()) { r.append(s.x++); lock.unlock(); } else r.append("busy"); };
      return threads(b, r -> { b.run(r); r.append(' '); b.run(r); });
    });
    add("tryLockFair", () -> {
      ReentrantLock lock = new ReentrantLock(true);
      return threads(r -> { lock.lock(); lock.unlock(); lock.lock(); lock.unlock(); }, r -> { r.append(lock.tryLock()); });
    });
    add("tryLockTimed", () -> {
      ReentrantLock lock = new ReentrantLock();
      Shared s = new Shared();
      Body b = r -> { if (lock.tryLock(1, TimeUnit.SECONDS)) { r.append(s.x++); lock.unlock(); } else r.append("late"); };
      return threads(b, b);
    });
    add("tryLockZero", () -> {
      ReentrantLock lock = new ReentrantLock();
      Body b = r -> { if (lock.tryLock(0, TimeUnit.SECONDS)) { r.append("got"); lock.unlock(); } else r.append("busy"); };
      return threads(b, b);
    });
    add("tryLockTimedFair", () -> {
      ReentrantLock lock = new ReentrantLock(true);
      Body b = r -> { if (lock.tryLock(1, TimeUnit.SECONDS)) { r.append("got"); lock.unlock(); } else r.append("late"); };
      return threads(b, b);
    });
    add("fair", () -> {
      ReentrantLock lock = new ReentrantLock(true);
      Shared s = new Shared();
      Body b = r -> { lock.lock(); r.append(s.x++); lock.unlock(); };
      return threads(b, r -> { b.run(r); b.run(r); });
    });
    add("notOwner", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(r -> lock.unlock(), r -> { lock.lock(); r.append("in"); lock.unlock(); });
    });
    add("queries", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(r -> { lock.lock(); lock.unlock(); }, r -> { r.append(lock.isLocked()).append(lock.toString().replaceAll("@[0-9a-f]+", "")); });
    });
    add("deadlock", () -> {
      ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
      return threads(r -> { a.lock(); b.lock(); b.unlock(); a.unlock(); }, r -> { b.lock(); a.lock(); a.unlock(); b.unlock(); });
    });
    add("neverUnlocked", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(r -> lock.lock(), r -> { lock.lockInterruptibly(); r.append("in"); });
    });
    add("notifyAny", () -> {
      // A monitor: notify() may wake either of the two.
      Shared s = new Shared();
      Body waiter = r -> { synchronized (s) { s.x++; s.wait(); r.append(s.y++); } };
      return threads(waiter, waiter, r -> {
        while (true) { synchronized (s) { if (s.x == 2) { s.notify(); break; } } }
        while (true) { synchronized (s) { if (s.y == 1) { s.notify(); break; } } }
      });
    });
    run(args);
  }
}
