/*
 * verdict: violated
 * kinds: livelock
 * outcomes: 2 passed
 * options: --livelock=fair --por=none
 * hotspot: not seen
 * needs: --livelock
 * why: Whoever meets the other one in the corridor steps back and tries again: each takes his own side, asks for the other's, and gives his own up when that one is taken. Both may do so in
 *      step for ever: no thread is ever stuck, so only a search for fair loops (every thread takes part) tells. It ends whenever one of them is faster.
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class CorridorPolite {
  static class Person implements Runnable {
    private final ReentrantLock mySide, otherSide;
    private final AtomicInteger passed;

    Person(ReentrantLock mySide, ReentrantLock otherSide, AtomicInteger passed) {
      this.mySide = mySide;
      this.otherSide = otherSide;
      this.passed = passed;
    }

    boolean tryToPass() {
      if (!mySide.tryLock()) return false;
      try {
        if (!otherSide.tryLock()) return false;
        try {
          passed.incrementAndGet();
          return true;
        } finally {
          otherSide.unlock();
        }
      } finally {
        mySide.unlock();
      }
    }

    @Override
    public void run() {
      while (!tryToPass()) Thread.yield();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
    AtomicInteger passed = new AtomicInteger();
    Thread eve = new Thread(new Person(left, right, passed), "Eve");
    Thread adam = new Thread(new Person(right, left, passed), "Adam");
    eve.start();
    adam.start();
    eve.join();
    adam.join();
    System.out.println(passed + " passed");
  }
}
