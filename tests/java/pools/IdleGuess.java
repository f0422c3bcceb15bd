// outcomes: busy | idle, done | idle, not done
// why: the first task of a worker never lies in the queue, and the worker counts as active only once it has locked itself: until then nobody is active, and the queue is empty, although the task has not run. The step of an executor must not hide that from who asks it
import java.util.concurrent.*;

public class IdleGuess {
  static volatile boolean done;

  public static void main(String[] args) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    pool.execute(() -> done = true);
    boolean idle = pool.getActiveCount() == 0 && pool.getQueue().isEmpty();
    System.out.println(!idle ? "busy" : done ? "idle, done" : "idle, not done");
    pool.shutdown();
  }
}
