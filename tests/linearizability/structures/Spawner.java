// Neither: what its calls return is not decided by their order.
import java.util.concurrent.atomic.AtomicInteger;

/** One of its methods starts a thread, so that what it returns may depend on the schedule even when it is called alone. */
public class Spawner {
  private final AtomicInteger n = new AtomicInteger();

  public int add() {
    return n.incrementAndGet();
  }

  public int spawn() {
    new Thread(n::incrementAndGet).start();
    return n.get();
  }
}
