import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A spin lock made by hand. A thread may spin for ever, so there are infinitely many executions, but only finitely
 * many states: jmc sees that spinning comes back to a state it knows, and finishes.
 */
public class SpinLock {
  static final AtomicBoolean held = new AtomicBoolean();
  static int inside, entered;

  static void lock() {
    while (!held.compareAndSet(false, true)) Thread.onSpinWait();
  }

  static void unlock() {
    held.set(false);
  }

  static void critical() {
    lock();
    inside++;
    entered++;
    assert inside == 1 : "two threads hold the lock";
    inside--;
    unlock();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(SpinLock::critical);
    Thread b = new Thread(SpinLock::critical);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("entered " + entered + " times");
    assert entered == 2;
  }
}
