/** Some seconds of search, with an end: executions are drawn beside it, and show nothing that it has not. */
public class InTurns {
  static volatile int a, b, c;
  public static void main(String[] args) throws Exception {
    Thread[] ts = new Thread[3];
    for (int t = 0; t < ts.length; t++) {
      final int me = t;
      ts[t] = new Thread(() -> { for (int i = 0; i < 2; i++) { a = a + me; b = a ^ b; } });
      ts[t].start();
    }
    for (Thread t : ts) t.join();
    System.out.println(((a + b) % 3 + 3) % 3);
  }
}
