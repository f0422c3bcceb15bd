import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that wait for each other with time-outs, again and again: each may time out or not. */
public class Timed {
    private static int late;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch[] done = new CountDownLatch[6];
        for (int i = 0; i < done.length; i++) done[i] = new CountDownLatch(1);
        for (int i = 0; i < done.length; i++) {
            int id = i;
            new Thread(() -> {
                try {
                    for (int k = 0; k < 4; k++)
                        if (id > 0 && !done[id - 1].await(10 + k, TimeUnit.MILLISECONDS)) late++;
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                done[id].countDown();
            }).start();
        }
    }
}
