// outcomes: by a worker | from the queue
// why: main may take the second task out of the queue before the only worker does; which of the two comes first depends on nothing that an executor does in one step
// options: --executors=atomic --timeouts=never
import java.util.concurrent.*;

public class TakenFromQueue {
  public static void main(String[] args) throws Exception {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
    StringBuffer who = new StringBuffer();
    pool.execute(() -> {});
    pool.execute(() -> who.append("by a worker"));
    Runnable taken = pool.getQueue().poll();
    if (taken != null) who.append("from the queue");
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.DAYS);
    System.out.println(who);
  }
}
