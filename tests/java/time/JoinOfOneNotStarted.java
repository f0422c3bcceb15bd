// verdict: verified
// outcomes: j0m2 | m2j0 | j2m2 | m2j2 | j5m2 | m2j5 | j7m2 | m2j7 | j5m5 | m5j5 | j5m7 | m7j5 | j7m7 | m7j7
// A join with a time, come to before its thread is started. Where it returns at once, j is 0 or 2 (main has slept). Else it ends by its time-out alone: at 5, or at 7 where main had slept before it began. m is 2, or 5 or 7 where
// the join ended before main looked or slept. The two print in either order what they have read: j0 and j2 go with m2; j5 with m2, m5 and m7; j7 with m2 and m7.
import java.util.concurrent.CountDownLatch;

public class JoinOfOneNotStarted {
    public static void main(String[] args) throws Exception {
        long begun = System.nanoTime();
        CountDownLatch joined = new CountDownLatch(1);
        Thread late = new Thread(() -> {
            try {
                joined.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread joiner = new Thread(() -> {
            try {
                late.join(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.print("j" + (System.nanoTime() - begun) / 1_000_000);
            joined.countDown();
        });
        joiner.start();
        late.start();
        Thread.sleep(2);
        System.out.print("m" + (System.nanoTime() - begun) / 1_000_000);
    }
}
