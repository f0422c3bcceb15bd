// A program ends when only daemon threads are left, even if they wait for ever.
public class DaemonThreads {
  public static void main(String[] args) throws InterruptedException {
    Object never = new Object();
    Thread d = new Thread(() -> {
      synchronized (never) {
        try {
          while (true) never.wait();
        } catch (InterruptedException e) {
          System.out.println("not reached");
        }
      }
    });
    d.setDaemon(true);
    d.start();
    Thread w = new Thread(() -> System.out.println("worker, daemon " + Thread.currentThread().isDaemon()));
    w.start();
    w.join();
    System.out.println("main ends");
  }
}
