// verdict: verified
// outcomes: 42
// strategies: dl-s-por none s-por
// Waiting for a month again and again comes back to a known state, however many months pass.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class AwaitDays {
    public static void main(String[] args) throws Exception {
        ExecutorService e = Executors.newFixedThreadPool(1);
        Future<Integer> f = e.submit(() -> 42);
        e.shutdown();
        while (!e.awaitTermination(30, TimeUnit.DAYS)) { }
        System.out.println(f.get());
    }
}
