// verdict: verified
// outcomes: 1
// strategies: dl-s-por s-por
// A task does not run before its delay is over, by the clock that the task reads.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledOnce {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService service = Executors.newScheduledThreadPool(1);
        long start = System.nanoTime();
        ScheduledFuture<Long> f = service.schedule(System::nanoTime, 10, TimeUnit.MILLISECONDS);
        long at = f.get();
        assert at - start >= 10_000_000 : at - start;
        service.shutdown();
        System.out.println("1");
    }
}
