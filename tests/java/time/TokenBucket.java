// verdict: verified
// Nobody waits while the two threads draw tokens, so no time passes and no token is filled up: two are given. After half a second there is one.
public class TokenBucket {
    private long last = System.nanoTime();
    private double tokens = 2;
    private int given;

    synchronized boolean tryAcquire() {
        long now = System.nanoTime();
        tokens = Math.min(2, tokens + (now - last) / 1e9 * 2);
        last = now;
        if (tokens < 1) return false;
        tokens--;
        given++;
        return true;
    }

    public static void main(String[] args) throws Exception {
        TokenBucket bucket = new TokenBucket();
        Runnable three = () -> {
            for (int i = 0; i < 3; i++) bucket.tryAcquire();
        };
        Thread a = new Thread(three), b = new Thread(three);
        a.start();
        b.start();
        a.join();
        b.join();
        assert bucket.given == 2 : bucket.given;
        Thread.sleep(500);
        assert bucket.tryAcquire();
        assert !bucket.tryAcquire();
    }
}
