// outcomes: 6 | interrupted/1 | interrupted/6
// why: an interrupt takes the waiter out of the wait set before it has the monitor again; a notifyAll that comes in between does not reach it, so it throws though it sees what the notifier wrote
public class InterruptBeforeNotifyAll {
  static final Object o = new Object();
  static int n;

  public static void main(String[] args) throws Exception {
    Thread w = new Thread(() -> {
      synchronized (o) {
        try {
          while (n == 0) o.wait();
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
        n += 5;
      }
    });
    Thread notifier = new Thread(() -> {
      synchronized (o) {
        n = 1;
        o.notifyAll();
      }
    });
    w.start();
    notifier.start();
    w.interrupt();
    w.join();
    notifier.join();
    System.out.println(n);
  }
}
