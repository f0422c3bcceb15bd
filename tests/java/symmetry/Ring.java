/** Philosophers who all take the left fork first: whoever is who, they can all wait for each other. */
public class Ring {
  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    boolean right = args.length > 1;  // one of them takes the other fork first
    Object[] forks = new Object[n];
    for (int i = 0; i < n; i++) forks[i] = new Object();
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      boolean other = right && i == 0;
      Object first = forks[other ? 1 : i], second = forks[other ? 0 : (i + 1) % n];
      threads[i] = new Thread(() -> {
        synchronized (first) {
          synchronized (second) {
          }
        }
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println("full");
  }
}
