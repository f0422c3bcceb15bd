/** Six threads that run the same code on a ring of locks, which they can all wait for: searched up to who is who. */
public class SameRing {
  public static void main(String[] args) throws InterruptedException {
    final int n = 6;
    Object[] forks = new Object[n];
    for (int i = 0; i < n; i++) forks[i] = new Object();
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      Object left = forks[i], right = forks[(i + 1) % n];
      threads[i] = new Thread(() -> {
        for (int round = 0; round < 2; round++) {
          synchronized (left) {
            synchronized (right) {
            }
          }
        }
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
  }
}
