import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** ReentrantReadWriteLock. */
public class ReadWrite extends Cases {
  public static void main(String[] args) throws Exception {
    add("snapshot", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      Shared s = new Shared();
      return threads(
          r -> { l.writeLock().lock(); s.x++; s.y++; l.writeLock().unlock(); },
          r -> { l.readLock().lock(); r.append(s.x).append(s.y); l.readLock().unlock(); });
    });
    add("readers", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      Body b = r -> { l.readLock().lock(); r.append(l.getReadLockCount()).append(l.getReadHoldCount()); l.readLock().unlock(); };
      return threads(b, b);
    });
    add("downgrade", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      Shared s = new Shared();
      return threads(
          r -> { l.writeLock().lock(); s.x = 1; l.readLock().lock(); l.writeLock().unlock(); r.append(s.x).append(l.getReadHoldCount()); l.readLock().unlock(); },
          r -> { l.writeLock().lock(); r.append(s.x); s.x = 2; l.writeLock().unlock(); });
    });
    add("upgrade", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(r -> { l.readLock().lock(); l.writeLock().lock(); }, r -> { r.append(l.readLock().tryLock()); });
    });
    add("behindWriter", () -> {
      // The second reader waits behind a writer that waits for the first reader, who waits for the second.
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      Shared s = new Shared();
      return threads(
          r -> { l.readLock().lock(); while (s.v == 0) Thread.onSpinWait(); l.readLock().unlock(); },
          r -> { l.writeLock().lock(); l.writeLock().unlock(); },
          r -> { l.readLock().lock(); s.v = 1; l.readLock().unlock(); });
    });
    add("reentrantBehindWriter", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(
          r -> { l.readLock().lock(); l.readLock().lock(); r.append(l.getReadHoldCount()); l.readLock().unlock(); l.readLock().unlock(); },
          r -> { l.writeLock().lock(); r.append("w"); l.writeLock().unlock(); });
    });
    add("tries", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(
          r -> { if (l.writeLock().tryLock()) { r.append("w"); l.writeLock().unlock(); } },
          r -> { if (l.readLock().tryLock()) { r.append("r"); l.readLock().unlock(); } });
    });
    add("timed", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(
          r -> { if (l.writeLock().tryLock(1, TimeUnit.SECONDS)) { r.append("w"); l.writeLock().unlock(); } },
          r -> { if (l.readLock().tryLock(1, TimeUnit.SECONDS)) { r.append("r"); l.readLock().unlock(); } });
    });
    add("fair", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock(true);
      Shared s = new Shared();
      return threads(
          r -> { l.writeLock().lock(); s.x++; l.writeLock().unlock(); },
          r -> { l.readLock().lock(); r.append(s.x); l.readLock().unlock(); });
    });
    add("notOwner", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(r -> l.readLock().unlock(), r -> l.writeLock().unlock());
    });
    add("queries", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(r -> { l.writeLock().lock(); l.writeLock().unlock(); },
          r -> { r.append(l.isWriteLocked()).append(l.writeLock().toString().replaceAll("@[0-9a-f]+", "")); });
    });
    run(args);
  }
}
