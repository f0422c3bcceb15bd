import java.util.concurrent.atomic.AtomicInteger;

/** Two threads count how often they ask: each number is a state, wherever a thread may be preempted. */
public class Turns {
  static final AtomicInteger go = new AtomicInteger();
  static volatile long turns;

  static void spin() {
    long n = 0;
    while (go.get() == 0) n++;
    turns = n;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(Turns::spin), b = new Thread(Turns::spin);
    a.start();
    b.start();
    go.set(1);
    a.join();
    b.join();
    if (turns < 0) throw new AssertionError(turns);
  }
}
