import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// Seeded bug: an attempt can fail since the count was stepped meanwhile. Nothing tells but whether the count is what it
// was; it grows for ever.
class LostAttempt {
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(LostAttempt.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  private volatile int count;

  public boolean attempt() {
    int seen;
    return COUNT.compareAndSet(this, seen = count, seen + 1);
  }

  public void step() {
    int seen;
    COUNT.compareAndSet(this, seen = count, seen + 1);
  }
}

class LostAttemptSpec {
  public boolean attempt() {
    return true;
  }

  public void step() {}
}
