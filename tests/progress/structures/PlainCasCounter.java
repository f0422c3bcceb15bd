import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A counter with a loop around a plain compare-and-set, which teaches a thread that it fails nothing. */
public class PlainCasCounter {
    private int count;
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(PlainCasCounter.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public void increment() {
        add(1);
    }

    public void decrement() {
        add(-1);
    }

    private void add(int n) {
        int c;
        do {
            c = count;
        } while (!COUNT.weakCompareAndSetPlain(this, c, c + n));
    }
}
