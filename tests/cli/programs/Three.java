import java.util.concurrent.atomic.AtomicInteger;

/** Three threads and a main that only waits: six outcomes. */
public class Three {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    int[] got = new int[3];
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int me = i;
      threads[i] = new Thread(() -> got[me] = next.incrementAndGet() + 0 * next.get() + 0 * next.get() + 0 * next.get());
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(got[0] + "" + got[1] + got[2]);
  }
}
