/** Without System.exit the hooks run when the last thread that is no daemon has ended; a daemon that waits does not matter. */
public class ShutdownAtEnd {
  static int sum;

  public static void main(String[] args) {
    Thread daemon = new Thread(() -> {
      synchronized (ShutdownAtEnd.class) {
        try {
          ShutdownAtEnd.class.wait();
        } catch (InterruptedException e) {
          System.out.println(e);
        }
      }
    });
    daemon.setDaemon(true);
    daemon.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the end, " + sum + ", " + Thread.currentThread().getName())));
    Runnable add = () -> {
      synchronized (ShutdownAtEnd.class) {
        sum++;
      }
    };
    new Thread(add, "a").start();
    new Thread(add, "b").start();
    System.out.println("main ends");
  }
}
