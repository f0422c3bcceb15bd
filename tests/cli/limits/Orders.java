// Two threads that write one variable as often as the argument says: the orders of the writes are the schedules that differ, and there are C(2n, n) of them.
public class Orders {
  static volatile int x;

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; ++i) {
      int id = i;
      threads[i] = new Thread(() -> {
        for (int j = 0; j < n; ++j) x = 2 * j + id;
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(x);
  }
}
