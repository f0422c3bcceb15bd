package shapes;

import java.util.concurrent.atomic.AtomicReference;

/** A lock with an owner that is waited for by trying again; each thread counts for itself. */
public class SpinHeld {
  private final AtomicReference<Thread> owner = new AtomicReference<>();
  private final ThreadLocal<Integer> holds = ThreadLocal.withInitial(() -> 0);

  public int lock() {
    while (owner.get() != Thread.currentThread() && !owner.compareAndSet(null, Thread.currentThread())) Thread.onSpinWait();
    holds.set(holds.get() + 1);
    return holds.get();
  }

  public void unlock() {
    if (owner.get() != Thread.currentThread()) throw new IllegalMonitorStateException();
    holds.set(holds.get() - 1);
    if (holds.get() == 0) owner.set(null);
  }
}
