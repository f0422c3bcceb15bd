import java.util.concurrent.*;
import java.util.*;
/** Two tasks on two threads of a pool; one count may be lost. */
public class Pool {
    static int hits;
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> f = new ArrayList<>();
        for (int i = 0; i < 2; i++) { int id = i; f.add(pool.submit(() -> { hits++; return id; })); }
        int sum = 0;
        for (Future<Integer> x : f) sum += x.get();
        pool.shutdown();
        assert sum == 1;
        System.out.println(hits);
    }
}
