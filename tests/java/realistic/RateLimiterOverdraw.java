/*
 * verdict: violated
 * kinds: assertion
 * outcomes: granted 2 | -
 * hotspot: not seen
 * why: tryAcquire looks at the number of tokens and takes one in two steps. With two tokens and three requests, two threads may both see the last token (count 1 after the first grant):
 *      both decrement, and 3 requests are granted. No time has passed that would give another token: the bucket is filled by main alone, before and after.
 */
import java.util.concurrent.atomic.AtomicInteger;

public class RateLimiterOverdraw {
  static class Bucket {
    private final AtomicInteger tokens;
    private final int burst;

    Bucket(int burst) {
      this.burst = burst;
      this.tokens = new AtomicInteger(burst);
    }

    boolean tryAcquire() {
      if (tokens.get() <= 0) return false;
      tokens.decrementAndGet();
      return true;
    }

    void refill() {
      tokens.set(burst);
    }
  }

  static class ApiClient implements Runnable {
    private final Bucket bucket;
    private final int requests;
    int granted;

    ApiClient(Bucket bucket, int requests) {
      this.bucket = bucket;
      this.requests = requests;
    }

    @Override
    public void run() {
      for (int i = 0; i < requests; i++) {
        if (bucket.tryAcquire()) granted++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Bucket bucket = new Bucket(2);
    ApiClient first = new ApiClient(bucket, 2);
    ApiClient second = new ApiClient(bucket, 1);
    Thread a = new Thread(first), b = new Thread(second);
    a.start();
    b.start();
    a.join();
    b.join();
    int granted = first.granted + second.granted;
    assert granted <= 2 : "limit is 2 per second, granted " + granted;
    System.out.println("granted " + granted);
    bucket.refill();
    assert bucket.tryAcquire();
  }
}
