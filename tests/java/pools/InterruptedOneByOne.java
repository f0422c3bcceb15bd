// outcomes:  | between
// why: shutdownNow interrupts one worker after the other; a task that has seen it may tell another one, which has not yet
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InterruptedOneByOne {
  static volatile boolean told;

  static void task() {
    if (told && !Thread.currentThread().isInterrupted()) System.out.print("between");
    if (Thread.currentThread().isInterrupted()) told = true;
  }

  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(InterruptedOneByOne::task);
    pool.execute(InterruptedOneByOne::task);
    pool.shutdownNow();
  }
}
