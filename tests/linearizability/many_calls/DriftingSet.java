import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// Correct: its size would be the sum of two counts, of which one goes up and the other down, for ever.
class DriftingSet {
  private static final VarHandle IN, ADDED, REMOVED;

  static {
    try {
      IN = MethodHandles.lookup().findVarHandle(DriftingSet.class, "in", int.class);
      ADDED = MethodHandles.lookup().findVarHandle(DriftingSet.class, "added", long.class);
      REMOVED = MethodHandles.lookup().findVarHandle(DriftingSet.class, "removed", int.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  private volatile int in, removed;
  private volatile long added;

  public boolean add() {
    if (!IN.compareAndSet(this, 0, 1)) return false;
    for (long seen; !ADDED.compareAndSet(this, seen = added, seen + 1); ) {}
    return true;
  }

  public boolean remove() {
    if (!IN.compareAndSet(this, 1, 0)) return false;
    for (int seen; !REMOVED.compareAndSet(this, seen = removed, seen - 1); ) {}
    return true;
  }
}

class DriftingSetSpec {
  private boolean in;

  public boolean add() {
    boolean was = in;
    in = true;
    return !was;
  }

  public boolean remove() {
    boolean was = in;
    in = false;
    return was;
  }
}
