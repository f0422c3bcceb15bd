import java.util.concurrent.*;
/** Two futures on a pool, combined; one count may be lost. */
public class Futures {
    static int hits;
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> { hits++; return 1; }, pool), b = CompletableFuture.supplyAsync(() -> { hits++; return 2; }, pool);
        int sum = a.thenCombine(b, Integer::sum).get();
        pool.shutdown();
        System.out.println(sum + " " + hits);
    }
}
