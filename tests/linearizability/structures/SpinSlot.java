// Seeded bug: inc and dec take two locks that spin in opposite order.
/** A slot whose take() waits by looking at a plain field again and again, beside two locks that spin: inc takes them in one order, dec in the other. */
public class SpinSlot {
    private Integer item;
    private final java.util.concurrent.atomic.AtomicBoolean first = new java.util.concurrent.atomic.AtomicBoolean(), second = new java.util.concurrent.atomic.AtomicBoolean();

    public void put(Integer value) {
        item = value;
    }

    public Integer take() {
        Integer taken;
        while ((taken = item) == null) { }
        return taken;
    }

    public void inc() {
        lock(first);
        lock(second);
        second.set(false);
        first.set(false);
    }

    public void dec() {
        lock(second);
        lock(first);
        first.set(false);
        second.set(false);
    }

    private static void lock(java.util.concurrent.atomic.AtomicBoolean lock) {
        while (!lock.compareAndSet(false, true)) { }
    }
}
