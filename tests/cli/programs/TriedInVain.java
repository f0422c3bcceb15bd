// The answer of tryLock is not looked at.
import java.util.concurrent.locks.ReentrantLock;

public class TriedInVain {
  static final ReentrantLock lock = new ReentrantLock();
  static int n;

  static void add() {
    lock.tryLock();
    n++;
    lock.unlock();
  }

  public static void main(String[] args) {
    new Thread(TriedInVain::add).start();
    add();
  }
}
