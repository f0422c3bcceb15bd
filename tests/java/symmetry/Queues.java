import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Threads that are the same stand in line: for a fair lock, for the one permit of a fair semaphore, as writers behind readers; or
// are counted by their numbers, as readers. Who is where in the line does not matter.
public class Queues {
  public static void main(String[] args) {
    int n = Integer.parseInt(args[1]);
    ReentrantLock fair = new ReentrantLock(true);
    Semaphore permit = new Semaphore(1, true);
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    AtomicInteger done = new AtomicInteger();
    Runnable body = switch (args[0]) {
      case "fair" -> () -> { fair.lock(); fair.unlock(); done.incrementAndGet(); };
      case "permit" -> () -> { permit.acquireUninterruptibly(); permit.release(); done.incrementAndGet(); };
      case "readers" -> () -> { both.readLock().lock(); both.readLock().unlock(); done.incrementAndGet(); };
      default -> () -> { both.writeLock().lock(); both.writeLock().unlock(); done.incrementAndGet(); };
    };
    if (args[0].equals("writers"))
      for (int i = 0; i < 2; i++) new Thread(() -> { both.readLock().lock(); both.readLock().unlock(); }).start();
    for (int i = 0; i < n; i++) new Thread(body).start();
  }
}
