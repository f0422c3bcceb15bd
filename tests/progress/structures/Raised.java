import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A mark that stays set however often it is set again, and callers who have been told that it is set. */
public class Raised {
    private int mark;
    private int told;
    private static final VarHandle MARK, TOLD;

    static {
        try {
            MARK = MethodHandles.lookup().findVarHandle(Raised.class, "mark", int.class);
            TOLD = MethodHandles.lookup().findVarHandle(Raised.class, "told", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public void raise() {
        MARK.getAndSet(this, 1);
    }

    public void tell() {
        raise();
        TOLD.setOpaque(this, 1);
    }

    /** Ends when the mark is seen, which nobody has to set again for that, and nobody takes back. */
    public int await() {
        if ((int) TOLD.getOpaque(this) == 0) return 0;
        while (mark == 0) {}
        return 1;
    }
}
