/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: 3 meals
 * hotspot: not seen
 * why: Three philosophers, three forks, each takes the left one first: all may have their left fork and wait for the right one.
 */
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Philosophers {
  static class Philosopher extends Thread {
    private final Lock left, right;
    private final AtomicInteger meals;

    Philosopher(String name, Lock left, Lock right, AtomicInteger meals) {
      super(name);
      this.left = left;
      this.right = right;
      this.meals = meals;
    }

    @Override
    public void run() {
      left.lock();
      try {
        right.lock();
        try {
          meals.incrementAndGet();
        } finally {
          right.unlock();
        }
      } finally {
        left.unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String[] names = {"Plato", "Kant", "Hume"};
    Lock[] forks = new Lock[names.length];
    for (int i = 0; i < forks.length; i++) forks[i] = new ReentrantLock();
    AtomicInteger meals = new AtomicInteger();
    Philosopher[] table = new Philosopher[names.length];
    for (int i = 0; i < table.length; i++) {
      int l = i, r = (i + 1) % table.length;
      table[i] = new Philosopher(names[i], forks[l], forks[r], meals);
    }
    for (Thread p : table) p.start();
    for (Thread p : table) p.join();
    System.out.println(meals + " meals");
  }
}
