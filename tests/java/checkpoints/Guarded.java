// Its fields are guarded: some by a lock, one by the flag that tells of it. A search finds that out on the way, and
// begins anew.
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;

public class Guarded {
  private static final ReentrantLock lock = new ReentrantLock();
  private static int sum, last;

  private static void add(int n) {
    lock.lock();
    try {
      sum += n;
      last = n;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    FutureTask<Integer> task = new FutureTask<>(() -> {
      for (int i = 0; i < 4; ++i) add(1);
      return 7;
    });
    Thread[] threads = {new Thread(task), new Thread(() -> {
      for (int i = 0; i < 4; ++i) add(2);
    }), new Thread(() -> {
      for (int i = 0; i < 4; ++i) add(3);
      try {
        add(task.get());
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    })};
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(sum + " " + last);
  }
}
