import java.util.concurrent.atomic.AtomicReference;

/**
 * Claim, then commit what is still claimed. Alone, a call ends after its two steps; two of them can take the claim from each other for ever, and
 * neither ends: obstruction-free, and not lock-free (as Herlihy, Luchangco and Moir's double-ended queue, 2003).
 */
public class StolenCounter {
    private record State(Object owner, int count) {}
    private final AtomicReference<State> state = new AtomicReference<>(new State(null, 0));

    public int increment() {
        for (;;) {
            State before = state.get();
            State mine = new State(Thread.currentThread(), before.count());
            if (!state.compareAndSet(before, mine)) continue;
            if (state.compareAndSet(mine, new State(null, before.count() + 1))) return before.count();
        }
    }
}
