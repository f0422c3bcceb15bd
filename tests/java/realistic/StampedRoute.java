/*
 * verdict: verified
 * outcomes: 0,0 moved | 3,4 moved
 * why: The reader takes copies first and validates then; if a writer was there it reads again under the read lock. So it has both coordinates of before or of after.
 */
import java.util.concurrent.locks.StampedLock;

public class StampedRoute {
  private final StampedLock lock = new StampedLock();
  private int x, y;

  void moveTo(int newX, int newY) {
    long stamp = lock.writeLock();
    try {
      x = newX;
      y = newY;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  int[] position() {
    long stamp = lock.tryOptimisticRead();
    int currentX = x, currentY = y;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        currentX = x;
        currentY = y;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    return new int[] {currentX, currentY};
  }

  public static void main(String[] args) throws InterruptedException {
    StampedRoute truck = new StampedRoute();
    int[][] seen = new int[1][];
    Thread dispatcher = new Thread(() -> seen[0] = truck.position());
    dispatcher.start();
    truck.moveTo(3, 4);
    dispatcher.join();
    int[] p = seen[0];
    assert p[0] * 4 == p[1] * 3 : "off the road at " + p[0] + "," + p[1];
    System.out.println(p[0] + "," + p[1] + " moved");
  }
}
