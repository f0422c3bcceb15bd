import java.util.concurrent.CountDownLatch;

// All threads wait at a time: more than jmc has numbers for.
public class ManyAlive {
  public static void main(String[] args) {
    CountDownLatch start = new CountDownLatch(1);
    for (int i = 0; i < 1100; i++)
      new Thread(() -> {
        try { start.await(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
      }).start();
    start.countDown();
  }
}
