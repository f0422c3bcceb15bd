public class Daemon {
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread d = new Thread(() -> {
      synchronized (lock) {
        try { lock.wait(); } catch (InterruptedException e) { }
      }
    });
    d.setDaemon(true);
    d.start();
    System.out.println("main ends");
  }
}
