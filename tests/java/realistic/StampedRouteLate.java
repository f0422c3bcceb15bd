/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | 0,0 moved | 3,4 moved
 * hotspot: not seen
 * why: A refactoring: "if the stamp is valid, take the fast way". The fields are read after the validation, which says nothing about them: the writer may come between the validation and
 *      the reads, or between the two reads. The execution that fails prints nothing.
 */
import java.util.concurrent.locks.StampedLock;

public class StampedRouteLate {
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
    if (lock.validate(stamp)) return new int[] {x, y};
    stamp = lock.readLock();
    try {
      return new int[] {x, y};
    } finally {
      lock.unlockRead(stamp);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StampedRouteLate truck = new StampedRouteLate();
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
