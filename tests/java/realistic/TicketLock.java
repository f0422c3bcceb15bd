/*
 * verdict: verified
 * outcomes: entered 2 | entered 3
 * why: tryLock takes a ticket only if it is the one that is served now, so no ticket is left behind; if it fails only the worker's two rounds are counted. The counter is read and
 *      written by the holder alone.
 */
import java.util.concurrent.atomic.AtomicInteger;

public class TicketLock {
  private final AtomicInteger nextTicket = new AtomicInteger();
  private volatile int nowServing;

  void lock() {
    int mine = nextTicket.getAndIncrement();
    while (nowServing != mine) Thread.onSpinWait();
  }

  boolean tryLock() {
    int serving = nowServing;
    return nextTicket.compareAndSet(serving, serving + 1);
  }

  void unlock() {
    nowServing = nowServing + 1;
  }

  private static int entered;

  public static void main(String[] args) throws InterruptedException {
    TicketLock lock = new TicketLock();
    Thread worker = new Thread(() -> {
      for (int round = 0; round < 2; round++) {
        lock.lock();
        try {
          entered++;
        } finally {
          lock.unlock();
        }
      }
    }, "worker");
    Thread impatient = new Thread(() -> {
      if (lock.tryLock()) {
        entered++;
        lock.unlock();
      }
    }, "impatient");
    worker.start();
    impatient.start();
    worker.join();
    impatient.join();
    System.out.println("entered " + entered);
  }
}
