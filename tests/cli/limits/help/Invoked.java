import java.util.concurrent.*;
import java.util.*;
/** invokeAll on a cached pool; one count may be lost. */
public class Invoked {
    static int hits;
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Callable<Integer>> c = new ArrayList<>();
        for (int i = 0; i < 2; i++) { int id = i; c.add(() -> { hits++; return id; }); }
        int sum = 0;
        for (Future<Integer> x : pool.invokeAll(c)) sum += x.get();
        pool.shutdown();
        System.out.println(sum + " " + hits);
    }
}
