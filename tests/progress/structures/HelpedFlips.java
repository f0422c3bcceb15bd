import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A bit that each of two threads, 0 and 1, can flip. Each announces its flip and then tries twice to apply all that is announced, its own and the
 * other's: if both attempts fail, the one that made the second fail began after the announcement and has applied it. So at most two rounds:
 * wait-free (Herlihy, "Wait-free synchronization", 1991). flipAlone() does not look at announcements of others and tries until it succeeds: lock-free.
 */
public class HelpedFlips {
    private record State(boolean bit, int applied0, int applied1) {}
    private final AtomicIntegerArray announced = new AtomicIntegerArray(2);
    private final AtomicReference<State> state = new AtomicReference<>(new State(false, 0, 0));

    public void flip(int me) {
        announced.set(me, announced.get(me) ^ 1);
        for (int attempt = 0; attempt < 2; attempt++) {
            State s = state.get();
            int a = announced.get(0), b = announced.get(1);
            boolean odd = (a != s.applied0()) != (b != s.applied1());
            state.compareAndSet(s, new State(s.bit() != odd, a, b));
        }
    }

    public void flipAlone(int me) {
        for (;;) {
            State s = state.get();
            if (state.compareAndSet(s, new State(!s.bit(), s.applied0(), s.applied1()))) return;
        }
    }
}
