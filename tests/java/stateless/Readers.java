// readers(N): one writer of x; each reader reads a variable that nobody writes, then x. 2^N traces.
public class Readers {
  static volatile int x;
  static volatile int sink;

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    int[] v = new int[n], seen = new int[n];
    Thread[] threads = new Thread[n + 1];
    threads[0] = new Thread(() -> x = 42);
    for (int i = 0; i < n; ++i) {
      int id = i;
      threads[i + 1] = new Thread(() -> {
        int unused = v[id];
        seen[id] = x;
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    StringBuilder out = new StringBuilder();
    for (int s : seen) out.append(s == 42 ? '1' : '0');
    System.out.println(out);
  }
}
