// where: ChattyWait.java:16
// hotspot: hang
// outcomes: done
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
/** Two workers, and only the one that comes first counts down. Whoever waits for both says so, again and again: each line of the log is new. */
public class ChattyWait {
  static final AtomicBoolean initialised = new AtomicBoolean();
  static final CountDownLatch done = new CountDownLatch(2);
  static void work(boolean right) {
    if (initialised.compareAndSet(false, true) || right) done.countDown();
  }
  static void await(boolean right) throws InterruptedException {
    if (right) done.await();
    else while (!done.await(1, TimeUnit.SECONDS)) System.err.println("still waiting for " + done.getCount());
  }
  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Thread t = new Thread(() -> work(right), "worker");
    t.start();
    work(right);
    await(right);
    t.join();
    System.out.println("done");
  }
}
