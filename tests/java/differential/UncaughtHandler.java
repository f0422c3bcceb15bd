// exit: 0
// Uncaught exceptions of threads go to handlers; main goes on.
public class UncaughtHandler {
  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      throw new IllegalStateException("own handler");
    });
    t.setUncaughtExceptionHandler((th, e) -> System.out.println("handled " + e.getMessage() + " " + (th == t)));
    try {
      t.start();
      t.join();
    } finally {
      System.out.println("main goes on " + t.isAlive());
    }
  }
}
