import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Locks, timed waits, the clock, and a thread that spins for ever where a signal came too early. */
public class Waiters {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition ready = lock.newCondition();
  static boolean set, timedOut;
  static volatile int turn;

  public static void main(String[] args) throws Exception {
    Runnable wait = () -> {
      lock.lock();
      try {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
        while (!set && System.nanoTime() < until) ready.awaitNanos(until - System.nanoTime());
        timedOut = !set;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        lock.unlock();
      }
      turn++;
    };
    Thread waiter = new Thread(wait), other = new Thread(wait);
    Thread setter = new Thread(() -> {
      lock.lock();
      try {
        set = true;
        ready.signalAll();
      } finally {
        lock.unlock();
      }
      turn++;
    });
    Thread spinner = new Thread(() -> {
      while (turn == 2) Thread.onSpinWait();
    });
    waiter.start();
    other.start();
    setter.start();
    spinner.start();
    waiter.join();
    other.join();
    setter.join();
    spinner.join();
    System.out.println(timedOut + " " + turn);
  }
}
