// outcomes: end
// violation: deadlock
// why: fillInStackTrace() is synchronized on the exception
public class ExceptionMonitor {
  static final RuntimeException SHARED = new RuntimeException("shared");

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread t = new Thread(() -> {
      synchronized (lock) { SHARED.fillInStackTrace(); }
    });
    t.start();
    synchronized (SHARED) {
      synchronized (lock) { }
    }
    t.join();
    System.out.println("end");
  }
}
