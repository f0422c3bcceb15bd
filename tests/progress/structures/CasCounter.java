import java.util.concurrent.atomic.AtomicInteger;

/** The loop of reading and comparing. A CAS fails only if another one succeeded: lock-free; and that may happen every time: not wait-free. */
public class CasCounter {
    private final AtomicInteger count = new AtomicInteger();

    public int increment() {
        for (;;) {
            int n = count.get();
            if (count.compareAndSet(n, n + 1)) return n;
        }
    }

    public int decrement() {
        for (;;) {
            int n = count.get();
            if (count.compareAndSet(n, n - 1)) return n;
        }
    }

    public int get() { return count.get(); }
}
