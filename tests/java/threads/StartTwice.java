// outcomes: 1 refused
// why: start() is synchronized: exactly one of two starts succeeds, and the other throws
public class StartTwice {
  static int refused;

  static void start(Thread t) {
    try {
      t.start();
    } catch (IllegalThreadStateException e) {
      synchronized (t) { refused++; }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { });
    Thread u = new Thread(() -> start(t));
    u.start();
    start(t);
    u.join();
    t.join();
    System.out.println(refused + " refused");
  }
}
