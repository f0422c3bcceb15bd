import java.util.Date;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** What one thread sees: counts, exceptions, texts. Prints the same bytes under java. */
public class SingleThread {
  interface Action { Object run() throws Exception; }

  static void say(String what, Action a) {
    String text;
    try {
      text = String.valueOf(a.run()).replaceAll("@[0-9a-f]+", "");
    } catch (Exception | Error e) {
      text = e.getClass().getName() + ": " + e.getMessage();
    }
    System.out.println(what + " = " + text);
  }

  static void reentrant(boolean fair) throws Exception {
    ReentrantLock l = new ReentrantLock(fair);
    System.out.println("--- ReentrantLock " + fair);
    say("fair", l::isFair);
    say("text", l::toString);
    say("unlock", () -> { l.unlock(); return 0; });
    l.lock();
    say("text", l::toString);
    say("tryLock", l::tryLock);
    say("timed", () -> l.tryLock(1, TimeUnit.MILLISECONDS));
    say("negative time", () -> l.tryLock(-1, TimeUnit.MILLISECONDS));
    say("no unit", () -> { try { return l.tryLock(1, null); } catch (NullPointerException e) { return "NPE"; } });
    l.lockInterruptibly();
    say("holds", l::getHoldCount);
    say("held", l::isHeldByCurrentThread);
    say("locked", l::isLocked);
    say("queued", l::hasQueuedThreads);
    say("length", l::getQueueLength);
    say("queued I", () -> l.hasQueuedThread(Thread.currentThread()));
    say("queued null", () -> { try { return l.hasQueuedThread(null); } catch (NullPointerException e) { return "NPE"; } });
    Condition c = l.newCondition();
    say("waiters", () -> l.hasWaiters(c));
    say("wait length", () -> l.getWaitQueueLength(c));
    say("foreign", () -> l.hasWaiters(new ReentrantLock().newCondition()));
    say("null", () -> { try { return l.hasWaiters(null); } catch (NullPointerException e) { return "NPE"; } });
    say("signal", () -> { c.signal(); c.signalAll(); return 0; });
    say("zero", () -> c.await(0, TimeUnit.SECONDS));
    say("timed out", () -> c.await(1, TimeUnit.MILLISECONDS));
    say("nanos", () -> c.awaitNanos(1000) <= 0);
    say("negative nanos", () -> c.awaitNanos(-5) < 0);
    say("past", () -> c.awaitUntil(new Date(0)));
    say("soon", () -> c.awaitUntil(new Date(System.currentTimeMillis() + 3)));
    say("holds", l::getHoldCount);
    Thread.currentThread().interrupt();
    say("interrupted await", () -> { c.await(); return 0; });
    say("status", Thread::interrupted);
    Thread.currentThread().interrupt();
    say("interrupted lock", () -> { l.lockInterruptibly(); return 0; });
    say("status", Thread::interrupted);
    Thread.currentThread().interrupt();
    say("interrupted try", () -> l.tryLock(1, TimeUnit.SECONDS));
    Thread.currentThread().interrupt();
    say("plain try", l::tryLock);
    l.lock();
    say("status", Thread::interrupted);
    say("holds", l::getHoldCount);
    while (l.isHeldByCurrentThread()) l.unlock();
    say("text", l::toString);
    say("await", () -> { c.await(); return 0; });
    say("await nanos", () -> c.awaitNanos(1));
    say("signal", () -> { c.signal(); return 0; });
    say("has waiters", () -> l.hasWaiters(c));
    say("class", () -> c.getClass().getName());
  }

  static void readWrite(boolean fair) throws Exception {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock(fair);
    ReentrantReadWriteLock.ReadLock r = l.readLock();
    ReentrantReadWriteLock.WriteLock w = l.writeLock();
    System.out.println("--- ReentrantReadWriteLock " + fair);
    say("texts", () -> l + " " + r + " " + w);
    say("fair", l::isFair);
    say("unlock read", () -> { r.unlock(); return 0; });
    say("unlock write", () -> { w.unlock(); return 0; });
    r.lock();
    r.lock();
    say("tryLock", r::tryLock);
    say("timed", () -> r.tryLock(1, TimeUnit.SECONDS));
    say("holds", l::getReadHoldCount);
    say("count", l::getReadLockCount);
    say("upgrade", w::tryLock);
    say("texts", () -> l + " " + r + " " + w);
    for (int i = 0; i < 4; i++) r.unlock();
    say("unlock read", () -> { r.unlock(); return 0; });
    w.lock();
    w.lockInterruptibly();
    say("downgrade", () -> { r.lock(); return l.getReadHoldCount(); });
    say("holds", w::getHoldCount);
    say("write holds", l::getWriteHoldCount);
    say("mine", l::isWriteLockedByCurrentThread);
    say("held", w::isHeldByCurrentThread);
    say("locked", l::isWriteLocked);
    say("texts", () -> l + " " + r + " " + w);
    Condition c = w.newCondition();
    say("nanos", () -> c.awaitNanos(10) <= 0);
    say("texts", () -> l + " " + r + " " + w);
    say("read condition", () -> r.newCondition());
    say("waiters", () -> l.hasWaiters(c) + " " + l.getWaitQueueLength(c));
    w.unlock();
    w.unlock();
    say("texts", () -> l + " " + r + " " + w);
    say("write holds", l::getWriteHoldCount);
    r.unlock();
    Thread.currentThread().interrupt();
    say("interrupted", () -> { r.lockInterruptibly(); return 0; });
    say("queued", () -> l.hasQueuedThreads() + " " + l.getQueueLength() + " " + l.hasQueuedThread(Thread.currentThread()));
  }

  static class Open extends Semaphore {
    Open(int n, boolean fair) { super(n, fair); }
    @Override public void reducePermits(int n) { super.reducePermits(n); }
    java.util.Collection<Thread> queued() { return getQueuedThreads(); }
  }

  static void semaphore(boolean fair) throws Exception {
    Open s = new Open(3, fair);
    System.out.println("--- Semaphore " + fair);
    say("text", s::toString);
    say("fair", s::isFair);
    s.acquire();
    s.acquireUninterruptibly(2);
    say("available", s::availablePermits);
    say("try", s::tryAcquire);
    say("try timed", () -> s.tryAcquire(1, TimeUnit.MILLISECONDS));
    say("try many", () -> s.tryAcquire(2, 0, TimeUnit.MILLISECONDS));
    say("negative", () -> { s.acquire(-1); return 0; });
    say("negative release", () -> { s.release(-1); return 0; });
    say("negative try", () -> s.tryAcquire(-1));
    s.release(4);
    say("try many", () -> s.tryAcquire(3));
    say("drain", s::drainPermits);
    s.reducePermits(2);
    say("text", s::toString);
    say("drain", s::drainPermits);
    s.release();
    say("text", s::toString);
    say("none", () -> s.tryAcquire(0));
    say("too many", () -> { s.release(Integer.MAX_VALUE); return 0; });
    say("underflow", () -> { s.reducePermits(Integer.MAX_VALUE); s.reducePermits(Integer.MAX_VALUE); return 0; });
    say("queued", () -> s.hasQueuedThreads() + " " + s.getQueueLength() + " " + s.queued());
    Thread.currentThread().interrupt();
    say("interrupted", () -> { s.acquire(); return 0; });
    say("status", Thread::interrupted);
  }

  /** A synchronizer of the program's own, whose conditions are not jmc's. */
  static class Mutex extends AbstractQueuedSynchronizer {
    @Override protected boolean tryAcquire(int n) { return compareAndSetState(0, 1); }
    @Override protected boolean tryRelease(int n) { setState(0); return true; }
    @Override protected boolean isHeldExclusively() { return getState() == 1; }
  }

  public static void main(String[] args) throws Exception {
    for (boolean fair : new boolean[] {false, true}) {
      reentrant(fair);
      readWrite(fair);
      semaphore(fair);
    }
    Mutex m = new Mutex();
    Condition c = m.new ConditionObject();
    m.acquire(1);
    say("own condition", () -> c.await(1, TimeUnit.MILLISECONDS));
    say("own signal", () -> { c.signal(); return m.isHeldExclusively() ; });
    m.release(1);
    say("own not held", () -> { c.signalAll(); return 0; });
  }
}
