import java.util.concurrent.locks.LockSupport;

/** Looks at the trace of a thread that has nothing to do but to wait: at once, or when it was seen to wait. */
public class TraceOfParked {
    public static void main(String[] args) {
        Thread t = new Thread(() -> LockSupport.park());
        t.setDaemon(true);
        t.start();
        if (args[0].equals("once seen")) while (t.getState() != Thread.State.WAITING) Thread.onSpinWait();
        if (t.getStackTrace().length == 0) throw new AssertionError("it has not begun");
    }
}
