import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A value behind a flag that says it is there, and callers who wait for a value that the flag has announced. All of it
 * is opaque or plain: who sees the flag need not see the value yet.
 */
public class Announced {
    private int value;
    private boolean there;
    private static final VarHandle VALUE, THERE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Announced.class, "value", int.class);
            THERE = MethodHandles.lookup().findVarHandle(Announced.class, "there", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public void give() {
        VALUE.setOpaque(this, 1);
        THERE.setOpaque(this, true);
    }

    /** The loop ends when the value is seen, which was written before the flag: at once where reads see the newest. */
    public int poll() {
        if (!(boolean) THERE.getOpaque(this)) return 0;
        int v;
        do {
            v = (int) VALUE.getOpaque(this);
        } while (v == 0);
        return v;
    }

    /** The same with plain reads, which may see the new value and then the old one again. */
    public int peek() {
        if (!there) return 0;
        int v;
        do {
            v = value;
        } while (v == 0);
        return v;
    }

    /** Takes the flag's word for it that nobody will write the value any more, and waits for the flag to be taken back. */
    public int trust() {
        if (!(boolean) THERE.getOpaque(this)) return 0;
        int v = (int) VALUE.getOpaque(this);
        while (v == 0 && (boolean) THERE.getOpaque(this)) {}
        return v;
    }
}
