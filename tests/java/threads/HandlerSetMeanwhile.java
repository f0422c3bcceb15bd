// outcomes: 0 | 1
// violation: uncaught-exception
// why: the handler for all threads may be set before or after the exception is thrown
public class HandlerSetMeanwhile {
  static int handled;
  static final Thread[] threads = new Thread[2];
  public static void main(String[] args) throws Exception {
    threads[0] = new Thread(() -> { throw new IllegalStateException(); });
    threads[1] = new Thread(() -> Thread.setDefaultUncaughtExceptionHandler((t, e) -> handled = 1));
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(handled);
  }
}
