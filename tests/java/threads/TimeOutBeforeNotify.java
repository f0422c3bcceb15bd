// outcomes: 0 ok 0 | 0 ok 1 | 0 interrupted 1 | 1 ok 1 | 1 interrupted 1
// why: the time of the wait may be over before the notify, which then reaches nobody; an interrupt that comes before the waiter has the monitor again makes it throw, though it began to wait before (0 interrupted 1)
public class TimeOutBeforeNotify {
  static final Object o = new Object();
  static int n;

  public static void main(String[] args) throws Exception {
    Thread w = new Thread(() -> {
      synchronized (o) {
        int before = n;
        try {
          o.wait(1);
          System.out.println(before + " ok " + n);
        } catch (InterruptedException e) {
          System.out.println(before + " interrupted " + n);
        }
      }
    });
    w.start();
    synchronized (o) {
      n = 1;
      o.notify();
    }
    w.interrupt();
    w.join();
  }
}
