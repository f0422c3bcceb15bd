/*
 * verdict: verified
 * outcomes: 2 served
 * why: A waiter looks at the hatch again after each wait. Those who wait for a plate and those who wait for space have conditions of their own, so a signal reaches somebody who can use it: with
 *      one plate there is at most one signal that is wasted on an empty hatch, and the next plate sends another.
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class KitchenHatch {
  private final Lock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();
  private String plate;

  void put(String p) throws InterruptedException {
    lock.lock();
    try {
      while (plate != null) emptied.await();
      plate = p;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  String take() throws InterruptedException {
    lock.lock();
    try {
      while (plate == null) filled.await();
      String p = plate;
      plate = null;
      emptied.signal();
      return p;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    KitchenHatch hatch = new KitchenHatch();
    AtomicInteger served = new AtomicInteger();
    Runnable waiter = () -> {
      try {
        if (hatch.take().length() > 0) served.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
    Thread anna = new Thread(waiter, "Anna");
    Thread ben = new Thread(waiter, "Ben");
    anna.start();
    ben.start();
    hatch.put("soup");
    hatch.put("pie");
    anna.join();
    ben.join();
    System.out.println(served + " served");
  }
}
