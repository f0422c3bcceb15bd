/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | reserved 1
 * hotspot: not seen
 * why: tryConvertToWriteLock answers 0 when another thread reads too, and the code keeps that 0 as its stamp: it writes without the lock, and unlock(0) throws
 *      IllegalMonitorStateException. Needs both clerks inside with the read lock. One after the other, the first reserves and the second sees that it is taken. After the exception in
 *      one clerk the other one's unlock may be fine or fail too; the exception leaves a thread, main goes on and prints what was reserved.
 */
import java.util.concurrent.locks.StampedLock;

public class StampedUpgrade {
  private final StampedLock lock = new StampedLock();
  private String guest;
  private int reserved;

  void reserve(String name) {
    long stamp = lock.readLock();
    try {
      if (guest == null) {
        stamp = lock.tryConvertToWriteLock(stamp);
        guest = name;
        reserved++;
      }
    } finally {
      lock.unlock(stamp);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StampedUpgrade room = new StampedUpgrade();
    Thread clerk = new Thread(() -> room.reserve("Miller"));
    clerk.start();
    room.reserve("Smith");
    clerk.join();
    System.out.println("reserved " + room.reserved);
  }
}
