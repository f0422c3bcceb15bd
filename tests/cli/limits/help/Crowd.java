import java.util.concurrent.*;
import java.util.*;
/** Five tasks on five threads of a pool: more states than a second or two suffice for. */
public class Crowd {
    static int hits;
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(5);
        List<Future<Integer>> f = new ArrayList<>();
        for (int i = 0; i < 5; i++) { int id = i; f.add(pool.submit(() -> { hits++; return id; })); }
        int sum = 0;
        for (Future<Integer> x : f) sum += x.get();
        pool.shutdown();
        assert sum == 10;
        System.out.println(hits);
    }
}
