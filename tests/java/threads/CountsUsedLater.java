// outcomes: 2 | 6
// why: a thread counts one or five, as it looks before the flag is set or after; while two others run then, nothing but the count tells, and main uses what its own update returns
import java.util.concurrent.atomic.AtomicInteger;

public class CountsUsedLater {
  static final AtomicInteger count = new AtomicInteger();
  static volatile int flag;
  static void both(Runnable a, Runnable b) throws InterruptedException {
    Thread first = new Thread(a), second = new Thread(b);
    first.start();
    second.start();
    first.join();
    second.join();
  }
  public static void main(String[] args) throws Exception {
    both(() -> flag = 1, () -> { if (flag == 0) count.incrementAndGet(); else count.addAndGet(5); });
    both(() -> flag = 2, () -> flag = 2);
    System.out.println(count.incrementAndGet());
  }
}
