// Two threads that call a method twice each; whole calls interleave in six ways, their accesses in more.
public class Calls {
  static class Log {
    int digits;

    void add(int digit) {
      digits = digits * 10 + digit;
    }

    void clear() {
      digits = 0;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Log log = new Log();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int me = i + 1;
      threads[i] = new Thread(() -> {
        for (int n = 0; n < 2; n++) log.add(me);
      });
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(log.digits);
  }
}
