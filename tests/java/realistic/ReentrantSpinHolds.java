/*
 * verdict: violated
 * kinds: livelock, uncaught-exception
 * outcomes: visits 4
 * hotspot: not seen
 * needs: --livelock
 * why: unlock clears the owner and resets the count of holds after that, when the count may be the next owner's already. If the family locks in between and its count is reset to 0
 *      inside of its visit, its inner unlock frees the lock, and the outer one throws IllegalMonitorStateException. If the reset comes when the family is through all of its calls (which counted one
 *      too many, so that its last unlock freed nothing), or just before one of its unlocks, the lock stays with the family, and the student's second visit spins for ever. Each visit happens with the
 *      lock, so the counter is right wherever the program ends.
 */
import java.util.concurrent.atomic.AtomicReference;

public class ReentrantSpinHolds {
  private final AtomicReference<Thread> owner = new AtomicReference<>();
  private int holds;

  void lock() {
    Thread me = Thread.currentThread();
    if (owner.get() != me) {
      while (!owner.compareAndSet(null, me)) Thread.yield();
    }
    holds++;
  }

  void unlock() {
    if (owner.get() != Thread.currentThread()) throw new IllegalMonitorStateException();
    if (holds == 1) {
      owner.set(null);
      holds = 0;
    } else {
      holds--;
    }
  }

  private int visits;

  void visitTwice() {
    lock();
    try {
      visit();
      visit();
    } finally {
      unlock();
    }
  }

  void visit() {
    lock();
    try {
      visits++;
    } finally {
      unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReentrantSpinHolds museum = new ReentrantSpinHolds();
    Thread family = new Thread(museum::visitTwice, "family");
    Thread student = new Thread(() -> {
      museum.visit();
      museum.visit();
    }, "student");
    family.start();
    student.start();
    family.join();
    student.join();
    assert museum.visits == 4 : museum.visits;
    System.out.println("visits " + museum.visits);
  }
}
