// Two threads print what they do: C(2n, n) ways to mix their lines. Nobody reads them, and a lost update is one among them.
public class PrintsMuch {
  static volatile int counter;

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      String line = i == 0 ? "a" : "b";
      threads[i] = new Thread(() -> {
        for (int k = 0; k < n; k++) System.out.println(line);
        counter++;
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    if (args.length > 1) assert counter == 2;
  }
}
