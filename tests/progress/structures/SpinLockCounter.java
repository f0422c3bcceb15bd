import java.util.concurrent.atomic.AtomicBoolean;

/** A counter under a test-and-set lock. Blocking: who holds the lock and does not run holds everybody up. */
public class SpinLockCounter {
    private final AtomicBoolean locked = new AtomicBoolean();
    private volatile int count;

    public void increment() {
        while (!locked.compareAndSet(false, true)) Thread.onSpinWait();
        count++;
        locked.set(false);
    }

    public void decrement() {
        while (!locked.compareAndSet(false, true)) Thread.onSpinWait();
        count--;
        locked.set(false);
    }

    /** Gives up where the lock is taken: two steps at most before the critical section, which has no loop. */
    public boolean tryIncrement() {
        if (!locked.compareAndSet(false, true)) return false;
        count++;
        locked.set(false);
        return true;
    }

    public int get() { return count; }
}
