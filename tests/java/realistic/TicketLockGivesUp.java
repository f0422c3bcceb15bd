/*
 * verdict: violated
 * kinds: livelock
 * outcomes: entered 2 | entered 3
 * hotspot: rarely hangs
 * needs: --livelock
 * why: tryLock draws a ticket, and when it is not served at once it walks away and leaves the ticket in the queue. The lock then waits for a holder that will never come: whoever
 *      draws the next ticket spins for ever. Happens when the impatient thread asks while the worker is inside (first of its two rounds) and the worker then locks again. It ends when the
 *      impatient one finds the lock free (entered 3), or gives up during the worker's last round (entered 2).
 */
import java.util.concurrent.atomic.AtomicInteger;

public class TicketLockGivesUp {
  private final AtomicInteger nextTicket = new AtomicInteger();
  private volatile int nowServing;

  void lock() {
    int mine = nextTicket.getAndIncrement();
    while (nowServing != mine) Thread.onSpinWait();
  }

  boolean tryLock() {
    int mine = nextTicket.getAndIncrement();
    return nowServing == mine;
  }

  void unlock() {
    nowServing = nowServing + 1;
  }

  private static int entered;

  public static void main(String[] args) throws InterruptedException {
    TicketLockGivesUp lock = new TicketLockGivesUp();
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
