// verdict: verified
// strategies: dl-s-por s-por optimal-dpor
// A thread that starts after a reading reads no less, on any of the clocks, which agree on what a sleep takes.
import java.time.Instant;
import java.time.LocalDateTime;

public class StartedLater {
    public static void main(String[] args) throws Exception {
        Thread.sleep(100);
        long nanos = System.nanoTime(), millis = System.currentTimeMillis();
        Instant instant = Instant.now();
        LocalDateTime date = LocalDateTime.now();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                assert System.nanoTime() - nanos >= 0;
                assert System.currentTimeMillis() >= millis;
                assert !Instant.now().isBefore(instant);
                assert !LocalDateTime.now().isBefore(date);
            });
            threads[i].start();
        }
        Thread.sleep(3);
        for (Thread t : threads) t.join();
        assert System.nanoTime() - nanos == 3_000_000;          // nothing else was waited for
        assert System.currentTimeMillis() - millis == 3;
        assert instant.plusMillis(3).equals(Instant.now());
        assert LocalDateTime.now().isAfter(date);
    }
}
