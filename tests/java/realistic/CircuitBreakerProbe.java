/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | CLOSED calls 1 | CLOSED calls 2
 * hotspot: not seen
 * why: In the state HALF_OPEN one call may try the service. State is read and written in two steps, so both clients may read HALF_OPEN and be inside at the same time. If main fails
 *      nothing is printed; if the other one fails, main's call was one (its own). Otherwise the second client is refused (1), or comes when the breaker is closed again or probes after the first one's
 *      answer (2).
 */
import java.util.concurrent.atomic.AtomicInteger;

public class CircuitBreakerProbe {
  enum State { CLOSED, OPEN, HALF_OPEN }

  static class Rejected extends RuntimeException {
  }

  private volatile State state = State.CLOSED;
  private final AtomicInteger failures = new AtomicInteger();

  void tripped() {
    state = State.OPEN;
  }

  /** The time is over: one call may try whether the service is back. */
  void coolDownOver() {
    if (state == State.OPEN) state = State.HALF_OPEN;
  }

  <T> T call(java.util.function.Supplier<T> service) {
    State s = state;
    if (s == State.OPEN) throw new Rejected();
    if (s == State.HALF_OPEN) state = State.OPEN;  // nobody else until we know
    try {
      T result = service.get();
      failures.set(0);
      state = State.CLOSED;
      return result;
    } catch (RuntimeException e) {
      if (failures.incrementAndGet() >= 3) state = State.OPEN;
      throw e;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    CircuitBreakerProbe breaker = new CircuitBreakerProbe();
    AtomicInteger inService = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    breaker.tripped();
    breaker.coolDownOver();
    Runnable client = () -> {
      try {
        breaker.call(() -> {
          boolean probing = breaker.state != State.CLOSED;
          int n = inService.incrementAndGet();
          assert !probing || n == 1 : "two probes at the same time";
          calls.incrementAndGet();
          return inService.decrementAndGet();
        });
      } catch (Rejected e) {
        // try later
      }
    };
    Thread t = new Thread(client);
    t.start();
    client.run();
    t.join();
    System.out.println(breaker.state + " calls " + calls);
  }
}
