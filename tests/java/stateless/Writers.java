// N writers of one variable, join, one read: N! traces, N of them with observers.
public class Writers {
  static int x;

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    Thread[] threads = new Thread[n];
    for (int t = 0; t < n; ++t) {
      int value = t + 1;
      threads[t] = new Thread(() -> x = value);
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(x);
  }
}
