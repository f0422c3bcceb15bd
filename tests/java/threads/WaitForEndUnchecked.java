// outcomes: 1
// violation: deadlock
// why: the thread may have ended, and notified, before main waits: nobody notifies again
public class WaitForEndUnchecked {
  static int x;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> x = 1);
    t.start();
    synchronized (t) { t.wait(); }
    System.out.println(x);
  }
}
