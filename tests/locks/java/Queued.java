import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.*;

/** Who is queued. */
public class Queued extends Cases {
  public static void main(String[] args) throws Exception {
    add("length", () -> {
      ReentrantLock lock = new ReentrantLock();
      return threads(r -> { lock.lock(); r.append(lock.getQueueLength()).append(lock.hasQueuedThreads()); lock.unlock(); }, r -> { lock.lock(); lock.unlock(); });
    });
    add("thread", () -> {
      ReentrantLock lock = new ReentrantLock(true);
      return threads(r -> { lock.lock(); r.append(lock.hasQueuedThread(THREADS[1])); lock.unlock(); }, r -> { lock.lock(); lock.unlock(); });
    });
    add("semaphore", () -> {
      Semaphore m = new Semaphore(0);
      return threads(r -> { r.append(m.getQueueLength()); m.release(); }, r -> { m.acquire(); });
    });
    add("readWrite", () -> {
      ReentrantReadWriteLock l = new ReentrantReadWriteLock();
      return threads(r -> { l.writeLock().lock(); r.append(l.getQueueLength()); l.writeLock().unlock(); }, r -> { l.readLock().lock(); l.readLock().unlock(); });
    });
    run(args);
  }
}
