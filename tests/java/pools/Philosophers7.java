// outcomes: 21
// why: every philosopher takes the lower fork first, so nobody waits for ever; seven times three meals
// slow: all
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Philosophers7 {
  public static void main(String[] args) throws Exception {
    final int n = 7, rounds = 3;
    ReentrantLock[] forks = new ReentrantLock[n];
    int[] meals = new int[n];
    for (int i = 0; i < n; i++) forks[i] = new ReentrantLock();
    Thread[] all = new Thread[n];
    for (int i = 0; i < n; i++) {
      final int me = i;
      final ReentrantLock first = forks[Math.min(i, (i + 1) % n)], second = forks[Math.max(i, (i + 1) % n)];
      all[i] = new Thread(() -> {
        for (int r = 0; r < rounds; r++) {
          first.lock();
          second.lock();
          meals[me]++;
          second.unlock();
          first.unlock();
        }
      });
    }
    for (Thread t : all) t.start();
    int sum = 0;
    for (int i = 0; i < n; i++) {
      all[i].join();
      sum += meals[i];
    }
    System.out.println(sum);
  }
}
