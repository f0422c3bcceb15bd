// Neither: what its calls return is not decided by their order.
import java.util.concurrent.atomic.AtomicInteger;

/** One of its methods starts a thread, so that what it returns may depend on the schedule even when one thread calls. As the first call it does not. */
public class Spawner {
  private final AtomicInteger n = new AtomicInteger();

  public int add() {
    return n.incrementAndGet();
  }

  public int spawn() {
    if (n.get() > 0) new Thread(n::incrementAndGet).start();
    return n.get();
  }
}
