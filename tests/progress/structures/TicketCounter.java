import java.util.concurrent.atomic.AtomicInteger;

/** Under a ticket lock, with numbers that begin again, as unsigned ones do on a machine. Fair, and blocking all the same. */
public class TicketCounter {
    private final AtomicInteger next = new AtomicInteger();
    private volatile int serving;
    private volatile int count;

    public int increment() {
        int mine = next.getAndUpdate(n -> (n + 1) & 3);
        while (serving != mine) Thread.onSpinWait();
        int result = ++count;
        serving = (mine + 1) & 3;
        return result;
    }
}
