// verdict: violated assertion
// story: 500 ms pass
// The bucket fills itself up without its lock: two threads add the same half second twice.
public class TokenBucketRace {
    private volatile long last = System.nanoTime();
    private volatile long filled;

    void fill() {
        long now = System.nanoTime();
        filled += now - last;
        last = now;
    }

    public static void main(String[] args) throws Exception {
        TokenBucketRace bucket = new TokenBucketRace();
        long start = System.nanoTime();
        Thread.sleep(500);
        Thread a = new Thread(bucket::fill), b = new Thread(() -> {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            bucket.fill();
        });
        a.start();
        b.start();
        a.join();
        b.join();
        assert bucket.filled <= System.nanoTime() - start : bucket.filled;
    }
}
