// outcomes: over
// why: nobody reads how often the threads went round, so that a round leads back to the state before it; both end once they are told to
// full: no
// stateless: no
// stress: no
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class CountsTurns {
  static final AtomicInteger few = new AtomicInteger();
  static final AtomicLong many = new AtomicLong();
  static volatile boolean stop;
  static int turn() { return few.incrementAndGet() + 1; }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { while (!Thread.currentThread().isInterrupted()) turn(); });
    Thread u = new Thread(() -> { while (!stop) many.getAndAdd(2); });
    t.start();
    u.start();
    t.interrupt();
    stop = true;
    t.join();
    u.join();
    System.out.println("over");
  }
}
