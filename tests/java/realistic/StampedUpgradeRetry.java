/*
 * verdict: verified
 * outcomes: reserved 1
 * why: When the conversion fails the read lock is given back, the write lock is taken, and the condition is looked at again. Exactly one of the two finds no guest while it has the write lock.
 */
import java.util.concurrent.locks.StampedLock;

public class StampedUpgradeRetry {
  private final StampedLock lock = new StampedLock();
  private String guest;
  private int reserved;

  void reserve(String name) {
    long stamp = lock.readLock();
    try {
      while (guest == null) {
        long write = lock.tryConvertToWriteLock(stamp);
        if (write != 0) {
          stamp = write;
          guest = name;
          reserved++;
          break;
        }
        lock.unlockRead(stamp);
        stamp = lock.writeLock();
      }
    } finally {
      lock.unlock(stamp);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StampedUpgradeRetry room = new StampedUpgradeRetry();
    Thread clerk = new Thread(() -> room.reserve("Miller"));
    clerk.start();
    room.reserve("Smith");
    clerk.join();
    System.out.println("reserved " + room.reserved);
  }
}
