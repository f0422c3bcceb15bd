// ReentrantLock, conditions, read-write locks, StampedLock and Semaphore, used by one thread and in a hand-over of two.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class LockClasses {
  static boolean ready;
  static int got;

  public static void main(String[] args) throws Exception {
    ReentrantLock l = new ReentrantLock();
    l.lock();
    l.lock();
    System.out.println(l.getHoldCount() + " " + l.isLocked() + " " + l.isHeldByCurrentThread() + " " + l.tryLock() + " " + l.isFair());
    l.unlock();
    l.unlock();
    l.unlock();
    System.out.println(l.getHoldCount() + " " + l.isLocked());
    try {
      l.unlock();
    } catch (IllegalMonitorStateException e) {
      System.out.println("unlock without lock");
    }
    Condition c = l.newCondition();
    try {
      c.signal();
    } catch (IllegalMonitorStateException e) {
      System.out.println("signal without lock");
    }
    Thread t = new Thread(() -> {
      l.lock();
      try {
        ready = true;
        got = 41;
        c.signal();
      } finally {
        l.unlock();
      }
    });
    t.start();
    l.lock();
    try {
      while (!ready) c.await();
      got++;
    } finally {
      l.unlock();
    }
    t.join();
    System.out.println(got);
    ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
    rw.readLock().lock();
    rw.readLock().lock();
    System.out.println(rw.getReadLockCount() + " " + rw.getReadHoldCount() + " " + rw.writeLock().tryLock());
    rw.readLock().unlock();
    rw.readLock().unlock();
    rw.writeLock().lock();
    rw.readLock().lock();
    rw.writeLock().unlock();
    System.out.println(rw.isWriteLocked() + " " + rw.getReadLockCount());
    rw.readLock().unlock();
    StampedLock st = new StampedLock();
    long o = st.tryOptimisticRead();
    System.out.println(st.validate(o));
    long w = st.writeLock();
    System.out.println(st.validate(o) + " " + st.isWriteLocked() + " " + (st.tryReadLock() == 0));
    st.unlockWrite(w);
    long r = st.readLock();
    long up = st.tryConvertToWriteLock(r);
    System.out.println(up != 0);
    st.unlock(up);
    Semaphore s = new Semaphore(2);
    s.acquire();
    System.out.println(s.availablePermits() + " " + s.tryAcquire(2) + " " + s.tryAcquire() + " " + s.drainPermits());
    s.release(3);
    System.out.println(s.availablePermits());
    Thread.currentThread().interrupt();
    try {
      l.lockInterruptibly();
    } catch (InterruptedException e) {
      System.out.println("interrupted");
    }
    boolean[] other = new boolean[1];
    l.lock();
    Thread tt = new Thread(() -> other[0] = l.tryLock());
    tt.start();
    tt.join();
    l.unlock();
    System.out.println(other[0]);
  }
}
