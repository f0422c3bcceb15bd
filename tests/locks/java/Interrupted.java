import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** Interrupts: thread 1 interrupts thread 0. */
public class Interrupted extends Cases {
  public static void main(String[] args) throws Exception {
    add("interruptibly", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(
          r -> { try { lock.lockInterruptibly(); r.append("in"); lock.unlock(); } finally { r.append(Thread.interrupted()); } },
          r -> { THREADS[0].interrupt(); lock.lock(); lock.unlock(); });
    });
    add("heldThroughout", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(
          r -> { try { lock.lockInterruptibly(); r.append("in"); } finally { r.append(Thread.interrupted()); } },
          r -> { lock.lock(); THREADS[0].interrupt(); THREADS[0].join(); lock.unlock(); });
    });
    add("lockIgnores", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(r -> { lock.lock(); r.append(Thread.interrupted()); lock.unlock(); }, r -> { lock.lock(); THREADS[0].interrupt(); lock.unlock(); });
    });
    add("await", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      return threads(
          r -> { lock.lock(); try { c.await(); r.append("back"); } finally { r.append(lock.getHoldCount()).append(Thread.interrupted()); lock.unlock(); } },
          r -> { THREADS[0].interrupt(); });
    });
    add("awaitOrSignal", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      return threads(
          r -> { lock.lock(); try { c.await(); r.append("back"); } finally { r.append(Thread.interrupted()); lock.unlock(); } },
          r -> { lock.lock(); THREADS[0].interrupt(); c.signal(); lock.unlock(); });
    });
    add("awaitNanos", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      return threads(
          r -> { lock.lock(); try { r.append(c.awaitNanos(100) > 0); } finally { r.append(Thread.interrupted()); lock.unlock(); } },
          r -> { THREADS[0].interrupt(); });
    });
    add("uninterruptibly", () -> {
      ReentrantLock lock = new ReentrantLock();
      Condition c = lock.newCondition();
      Shared s = new Shared();
      return threads(
          r -> { lock.lock(); while (s.x == 0) c.awaitUninterruptibly(); r.append(Thread.interrupted()); lock.unlock(); },
          r -> { THREADS[0].interrupt(); lock.lock(); s.x = 1; c.signal(); lock.unlock(); });
    });
    add("tryLockTimed", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(
          r -> { try { r.append(lock.tryLock(1, TimeUnit.SECONDS)); } finally { r.append(Thread.interrupted()); } },
          r -> { lock.lock(); THREADS[0].interrupt(); lock.unlock(); });
    });
    add("readLock", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(
          r -> { try { l.readLock().lockInterruptibly(); r.append("in"); l.readLock().unlock(); } finally { r.append(Thread.interrupted()); } },
          r -> { l.writeLock().lock(); THREADS[0].interrupt(); l.writeLock().unlock(); });
    });
    add("semaphore", () -> {
      Semaphore m = new Semaphore(0);
      return threads(
          r -> { try { m.acquire(); r.append("in"); } finally { r.append(Thread.interrupted()).append(m.availablePermits()); } },
          r -> { THREADS[0].interrupt(); m.release(); });
    });
    add("self", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(r -> { Thread.currentThread().interrupt(); lock.lockInterruptibly(); }, r -> { lock.lock(); lock.unlock(); });
    });
    run(args);
  }
}
