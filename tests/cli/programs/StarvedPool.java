import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The pool's only thread waits for a task that nobody else could run. */
public class StarvedPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> sum = pool.submit(() -> pool.submit(() -> 1).get() + 1);
        System.out.println(sum.get());
        pool.shutdown();
    }
}
