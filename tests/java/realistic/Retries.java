/*
 * verdict: verified
 * outcomes: gave up
 * why: The handler sets the flag again, so the loop ends after the interrupt, wherever it comes: in a sleep, or before one, which then throws at once.
 */
import java.io.IOException;

public class Retries {
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
          } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
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
