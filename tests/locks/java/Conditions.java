import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** Conditions, without interrupts. */
public class Conditions extends Cases {
  public static void main(String[] args) throws Exception {
    add("handover", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition full = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); while (s.x == 0) full.await(); r.append(s.x).append(lock.getHoldCount()); lock.unlock(); },
          r -> { lock.lock(); s.x = 7; full.signal(); lock.unlock(); });
    });
    add("lostSignal", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      return threads(r -> { lock.lock(); c.await(); r.append("woken"); lock.unlock(); }, r -> { lock.lock(); c.signal(); lock.unlock(); });
    });
    add("uninterruptible", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); lock.lock(); while (s.x == 0) c.awaitUninterruptibly(); r.append(lock.getHoldCount()); lock.unlock(); lock.unlock(); },
          r -> { lock.lock(); s.x = 1; c.signalAll(); lock.unlock(); });
    });
    add("nanos", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); long n = c.awaitNanos(1000); r.append(n > 0).append(s.x); lock.unlock(); },
          r -> { lock.lock(); s.x = 1; c.signal(); lock.unlock(); });
    });
    add("time", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); r.append(c.await(1, TimeUnit.SECONDS)).append(s.x); lock.unlock(); },
          r -> { lock.lock(); s.x = 1; c.signal(); lock.unlock(); });
    });
    add("until", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); r.append(c.awaitUntil(new Date(System.currentTimeMillis() + 1000))).append(s.x); lock.unlock(); },
          r -> { lock.lock(); s.x = 1; c.signal(); lock.unlock(); });
    });
    add("past", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); r.append(c.awaitNanos(0) > 0).append(s.x); lock.unlock(); },
          r -> { lock.lock(); s.x = 1; c.signal(); lock.unlock(); });
    });
    add("fifo", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      Body waiter = r -> { lock.lock(); r.append(s.x++); c.await(); r.append("->").append(s.y++); lock.unlock(); };
      return threads(waiter, waiter, r -> { while (true) { lock.lock(); if (s.x == 2) break; lock.unlock(); } c.signal(); c.signal(); lock.unlock(); });
    });
    add("all", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      Body waiter = r -> { lock.lock(); while (s.x == 0) c.await(); r.append(s.x++); lock.unlock(); };
      return threads(waiter, waiter, r -> { lock.lock(); s.x = 1; c.signalAll(); lock.unlock(); });
    });
    add("one", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      Body waiter = r -> { lock.lock(); while (s.x == 0) c.await(); r.append("woken"); lock.unlock(); };
      return threads(waiter, waiter, r -> { lock.lock(); s.x = 1; c.signal(); lock.unlock(); });
    });
    add("fairCondition", () -> {
      ReentrantLock lock = new ReentrantLock(true);
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); while (s.x == 0) c.await(); r.append(s.y++); lock.unlock(); },
          r -> { lock.lock(); s.x = 1; c.signal(); lock.unlock(); lock.lock(); r.append(s.y++); lock.unlock(); });
    });
    add("notOwner", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      return threads(r -> { lock.lock(); lock.unlock(); c.await(); }, r -> c.signal());
    });
    add("waiters", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      return threads(
          r -> { lock.lock(); c.awaitNanos(100); lock.unlock(); },
          r -> { lock.lock(); r.append(lock.hasWaiters(c)).append(lock.getWaitQueueLength(c)); lock.unlock(); });
    });
    add("writeCondition", () -> {
      ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
      Condition c = lock.writeLock().newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.writeLock().lock(); lock.readLock().lock(); while (s.x == 0) c.await(); r.append(s.x).append(lock.getReadHoldCount()).append(lock.getWriteHoldCount()); lock.readLock().unlock(); lock.writeLock().unlock(); },
          r -> { lock.writeLock().lock(); s.x = 3; c.signal(); lock.writeLock().unlock(); });
    });
    run(args);
  }
}
