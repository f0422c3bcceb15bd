/*
 * verdict: verified
 * outcomes: CLOSED calls 1 | CLOSED calls 2
 * why: Who takes the probe is decided by a CAS from HALF_OPEN to OPEN; the other one is refused (1), or comes when the service has answered and the breaker is closed (2).
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class CircuitBreaker {
  enum State { CLOSED, OPEN, HALF_OPEN }

  static class Rejected extends RuntimeException {
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.CLOSED);
  private final AtomicInteger failures = new AtomicInteger();

  void tripped() {
    state.set(State.OPEN);
  }

  /** The time is over: one call may try whether the service is back. */
  void coolDownOver() {
    state.compareAndSet(State.OPEN, State.HALF_OPEN);
  }

  <T> T call(java.util.function.Supplier<T> service) {
    if (state.get() != State.CLOSED && !state.compareAndSet(State.HALF_OPEN, State.OPEN)) throw new Rejected();
    try {
      T result = service.get();
      failures.set(0);
      state.set(State.CLOSED);
      return result;
    } catch (RuntimeException e) {
      if (failures.incrementAndGet() >= 3) state.set(State.OPEN);
      throw e;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    CircuitBreaker breaker = new CircuitBreaker();
    AtomicInteger inService = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    breaker.tripped();
    breaker.coolDownOver();
    Runnable client = () -> {
      try {
        breaker.call(() -> {
          boolean probing = breaker.state.get() != State.CLOSED;
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
