// Two threads share a ReentrantReadWriteLock, a Semaphore and a VarHandle counter: the sums are always the same.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockPair {
  static int guarded, permits, counted;
  static final VarHandle COUNTED;

  static {
    try {
      COUNTED = MethodHandles.lookup().findStaticVarHandle(LockPair.class, "counted", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    Semaphore one = new Semaphore(1);
    Runnable r = () -> {
      lock.writeLock().lock();
      try {
        guarded++;
      } finally {
        lock.writeLock().unlock();
      }
      one.acquireUninterruptibly();
      permits++;
      one.release();
      int got = (int) COUNTED.getAndAdd(1);
      assert got == 0 || got == 1;
    };
    Thread a = new Thread(r), b = new Thread(r);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(guarded + " " + permits + " " + counted);
  }
}
