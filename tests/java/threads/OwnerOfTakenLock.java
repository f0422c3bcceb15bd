// outcomes: got it | taken, by taker | taken, by nobody
// why: the JDK sets the owner of a lock after its state: whoever finds the lock taken and asks for the owner then may be told of none, though nobody gives the lock up
import java.util.concurrent.locks.ReentrantLock;

public class OwnerOfTakenLock {
  public static void main(String[] args) throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Thread taker = new Thread(lock::lock, "taker");
    Thread asker = new Thread(() -> {
      if (lock.tryLock()) {
        System.out.println("got it");
        lock.unlock();
      } else {
        System.out.println("taken, by " + (lock.toString().endsWith("[Unlocked]") ? "nobody" : "taker"));
      }
    });
    taker.start();
    asker.start();
    taker.join();
    asker.join();
  }
}
