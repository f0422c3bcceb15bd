// verdict: inconclusive
// options: --timeouts=late
// strategies: dl-s-por none s-por
// answer: time-outs are late
// The loop ends once main has waited: under a JVM time passes beside it. Late time-outs come only where nothing else can run, so that this is not explored.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LateBesideLoop {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            while (!stop) Thread.onSpinWait();
        });
        t.start();
        new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
        stop = true;
        t.join();
    }
}
