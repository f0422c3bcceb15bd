/** Two numbers for one writer and any readers: under a sequence lock, and read twice. */
public class Sequenced {
    private volatile int sequence, first, second;

    /** One thread at a time. No loop: wait-free. */
    public void write(int n) {
        sequence = (sequence + 1) & 3;
        first = n;
        second = n;
        sequence = (sequence + 1) & 3;
    }

    public void clear() { write(0); }

    /** Waits while a write is under way, which ends only if its thread runs: blocking. */
    public int read() {
        for (;;) {
            int before = sequence;
            int result = first + second;
            if ((before & 1) == 0 && sequence == before) return result;
        }
    }

    /** Until it sees the same twice, be it torn: a write that comes in between has changed something, so lock-free; writers can do that for ever. */
    public int collect() {
        for (;;) {
            int a = first, b = second;
            if (a == first && b == second) return a + b;
        }
    }
}
