import java.util.concurrent.atomic.AtomicInteger;

/** The same with an addition that the machine has as one operation: wait-free. */
public class AddCounter {
    private final AtomicInteger count = new AtomicInteger();

    public int increment() { return count.getAndAdd(1); }

    public int decrement() { return count.getAndAdd(-1); }
}
