// The wrong one of two conditions is signalled.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class OtherCondition {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition full = lock.newCondition(), empty = lock.newCondition();
  static int count;

  static void put() {
    lock.lock();
    count++;
    full.signal();
    lock.unlock();
  }

  public static void main(String[] args) {
    new Thread(OtherCondition::put).start();
    lock.lock();
    while (count == 0)
      empty.awaitUninterruptibly();
    lock.unlock();
  }
}
