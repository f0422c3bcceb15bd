import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// Seeded bug: the count is looked at after all, and tells once it is three.
class LateLook {
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(LateLook.class, "count", long.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  private volatile long count;

  public void step() {
    long seen;
    COUNT.compareAndSet(this, seen = count, seen + 1);
  }

  public boolean look() {
    return count < 3;
  }
}

class LateLookSpec {
  public void step() {}

  public boolean look() {
    return true;
  }
}
