import java.util.concurrent.atomic.AtomicInteger;

/** Looks seven times whether it is free, then gives up: a bounded loop, each round of which is a step. */
public class PatientTry {
    private final AtomicInteger taken = new AtomicInteger();

    public boolean tryTake() {
        for (int i = 0; i < 7; i++)
            if (taken.get() == 0 && taken.compareAndSet(0, 1)) return true;
        return false;
    }

    public void give() { taken.set(0); }
}
