// outcomes: 0
// ends: 2
// why: four workers count a latch down and end, and nobody is told which has taken which task, nor which fields of the
//      pool each has looked at: when all have ended, nothing is left that differs, but whether a worker was interrupted
//      in the end.
// options: --no-sampling
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LatchFour {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CountDownLatch latch = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) pool.execute(latch::countDown);
        latch.await();
        System.out.println(latch.getCount());
        pool.shutdown();
    }
}
