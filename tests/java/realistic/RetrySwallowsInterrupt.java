/*
 * verdict: violated
 * kinds: livelock
 * outcomes: gave up
 * hotspot: hang
 * needs: --livelock
 * why: The server never answers, and the only way out of the retry loop is the interrupt flag. An interrupt that comes while the thread sleeps ends the sleep with an exception, which
 *      clears the flag, and the handler goes on: the loop retries for ever, and main waits for it. If the interrupt comes between two sleeps and isInterrupted is asked before the next
 *      sleep, it gives up; before the sleep begins, the sleep throws at once, with the same effect as above.
 */
import java.io.IOException;

public class RetrySwallowsInterrupt {
  interface Call {
    String get() throws IOException;
  }

  static class Retry {
    private final long firstDelay;
    private final long maxDelay;

    Retry(long firstDelay, long maxDelay) {
      this.firstDelay = firstDelay;
      this.maxDelay = maxDelay;
    }

    String call(Call call) {
      long delay = firstDelay;
      while (!Thread.currentThread().isInterrupted()) {
        try {
          return call.get();
        } catch (IOException e) {
          try {
            Thread.sleep(delay);
          } catch (InterruptedException ignored) {
            // we will notice in the loop condition
          }
          delay = Math.min(2 * delay, maxDelay);
        }
      }
      return null;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String[] answer = new String[1];
    Thread poller = new Thread(() -> answer[0] = new Retry(10, 20).call(() -> {
      throw new IOException("connection refused");
    }), "poller");
    poller.start();
    Thread.sleep(15);
    poller.interrupt();
    poller.join();
    System.out.println(answer[0] == null ? "gave up" : answer[0]);
  }
}
