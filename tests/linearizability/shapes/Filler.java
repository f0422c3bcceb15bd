package shapes;

import java.util.concurrent.locks.ReentrantLock;

/** A call that has no end, in no state that was there before. */
public class Filler {
  private final ReentrantLock lock = new ReentrantLock();
  private long n;

  public long next() {
    lock.lock();
    try {
      return n++;
    } finally {
      lock.unlock();
    }
  }

  public void fill(long to) {
    while (next() >= 0) if (to < 0) return;
  }
}
