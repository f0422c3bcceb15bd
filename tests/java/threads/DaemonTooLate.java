// outcomes: refused | set
// why: setDaemon refuses a thread that is alive; whether the thread has ended when it asks nobody orders
public class DaemonTooLate {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    t.start();
    try {
      t.setDaemon(true);
      System.out.println("set");
    } catch (IllegalThreadStateException e) {
      System.out.println("refused");
    }
    t.join();
  }
}
