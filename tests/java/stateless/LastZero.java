// lastzero(N): a scan for the last zero of an array against N threads that each set one element from the one before it.
// 2^(N-2) (N+3) traces.
public class LastZero {
  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    int[] a = new int[n + 1];
    int[] found = new int[1];
    Thread[] threads = new Thread[n + 1];
    threads[0] = new Thread(() -> {
      int i = n;
      while (a[i] != 0) i--;
      found[0] = i;
    });
    for (int j = 1; j <= n; ++j) {
      int id = j;
      threads[j] = new Thread(() -> a[id] = a[id - 1] + 1);
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(found[0]);
  }
}
