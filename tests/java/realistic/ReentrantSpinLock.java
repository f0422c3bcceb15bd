/*
 * verdict: verified
 * outcomes: visits 4
 * why: The count is changed by the owner only, and the owner is cleared last. The family visits twice and the student twice.
 */
import java.util.concurrent.atomic.AtomicReference;

public class ReentrantSpinLock {
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
    if (--holds == 0) owner.set(null);
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
    ReentrantSpinLock museum = new ReentrantSpinLock();
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
