// verdict: violated deadlock
// answer: waits for CountDownLatch
// Nobody counts down: whoever asks for Long.MAX_VALUE days hangs.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchForEver {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread t = new Thread(() -> { });
        t.start();
        System.out.println(latch.await(Long.MAX_VALUE, TimeUnit.DAYS));
    }
}
