/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: 1 served | 2 served
 * hotspot: fail
 * why: take waits with "if". A waiter who is signalled takes the plate for granted, but the other one, who has not waited, may get the lock first and take it: the first one finds
 *      null, and its NullPointerException ends it. main's second plate finds the hatch empty and stays there, and one is served. Without that accident both are.
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class KitchenHatchIf {
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
      if (plate == null) filled.await();
      String p = plate;
      plate = null;
      emptied.signal();
      return p;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    KitchenHatchIf hatch = new KitchenHatchIf();
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
