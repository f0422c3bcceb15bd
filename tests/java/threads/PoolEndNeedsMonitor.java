// outcomes: true
// why: main has the monitor of the pool's thread when the pool starts it (the start is reentrant then), and keeps it: the pool terminates, but its thread cannot end, which needs the monitor
// stress: no
// stateless: no
import java.util.concurrent.*;

public class PoolEndNeedsMonitor {
  public static void main(String[] args) throws Exception {
    Thread[] made = new Thread[1];
    Object[] work = new Object[1];
    ExecutorService pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> {
      work[0] = r;
      return made[0];
    });
    made[0] = new Thread(() -> ((Runnable) work[0]).run());
    synchronized (made[0]) {
      pool.execute(() -> { });
      pool.shutdown();
      while (!pool.awaitTermination(1, TimeUnit.HOURS)) { }
      System.out.println(made[0].isAlive());
    }
  }
}
