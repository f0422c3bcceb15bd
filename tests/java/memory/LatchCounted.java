// Who finds a latch open by its count has what was written before: the count is the volatile state that countDown() writes. So with permits of a semaphore.
// races sc: free
// outcomes sc: -1 -1 | -1 2 | 1 -1 | 1 2
// outcomes jmm: -1 -1 | -1 2 | 1 -1 | 1 2
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

public class LatchCounted {
  static final CountDownLatch latch = new CountDownLatch(1);
  static final Semaphore semaphore = new Semaphore(0);
  static int x, y;

  public static void main(String[] args) throws InterruptedException {
    Thread counter = new Thread(() -> {
      x = 1;
      latch.countDown();
    });
    Thread releaser = new Thread(() -> {
      y = 2;
      semaphore.release();
    });
    counter.start();
    releaser.start();
    int first = latch.getCount() == 0 ? x : -1;
    System.out.println(first + " " + (semaphore.availablePermits() == 1 ? y : -1));
  }
}
