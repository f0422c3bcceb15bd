/*
 * verdict: verified
 * outcomes: granted 2 | granted 3
 * needs: --random
 * why: Two tokens to begin with, so the first two requests are granted, whoever makes them. The third one is granted if enough time has passed for another token, 100 ms from the limiter's
 *      start or from the first grant: the patient client may ask 100 ms after both requests of the eager one (3), or the eager one's second request comes after the sleep but before another
 *      100 ms have passed (2). The patient client is refused only if both tokens are gone, which means that the eager one has them.
 */
public class RateLimiter {
  private final int burst;
  private final long intervalNanos;
  private double tokens;
  private long last;

  RateLimiter(int burst, long intervalNanos) {
    this.burst = burst;
    this.intervalNanos = intervalNanos;
    this.tokens = burst;
    this.last = System.nanoTime();
  }

  synchronized boolean tryAcquire() {
    long now = System.nanoTime();
    tokens = Math.min(burst, tokens + (double) (now - last) / intervalNanos);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }

  public static void main(String[] args) throws Exception {
    RateLimiter limiter = new RateLimiter(2, 100_000_000);
    int[] granted = new int[2];
    Thread eager = new Thread(() -> {
      for (int i = 0; i < 2; i++) if (limiter.tryAcquire()) granted[0]++;
    });
    Thread patient = new Thread(() -> {
      try {
        Thread.sleep(100);
        if (limiter.tryAcquire()) granted[1]++;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    eager.start();
    patient.start();
    eager.join();
    patient.join();
    assert granted[1] == 1 || granted[0] == 2 : "the patient client was refused while the eager one had " + granted[0];
    System.out.println("granted " + (granted[0] + granted[1]));
  }
}
