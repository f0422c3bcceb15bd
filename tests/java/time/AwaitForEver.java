// verdict: verified
// outcomes: done
// strategies: dl-s-por none s-por
// What the documentation of ExecutorService shows: who waits for as long as can be said sees all tasks end.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AwaitForEver {
    static int ran;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> ran++);
        pool.shutdown();
        if (!pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS) || ran != 1) throw new AssertionError("gave up");
        System.out.println("done");
    }
}
