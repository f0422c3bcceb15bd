import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Polls, and parks for a moment in every eighth round; the number of the round is never the same again. */
public class ParkingSpin {
    public static void main(String[] args) throws Exception {
        AtomicInteger left = new AtomicInteger(1);
        Thread t = new Thread(left::decrementAndGet);
        t.start();
        for (int i = 0; left.get() > 0; i++)
            if ((i & 7) == 7) LockSupport.parkNanos(10_000);
            else Thread.yield();
        System.out.println("done");
    }
}
