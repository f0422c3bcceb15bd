// outcomes: 1
// why: join() waits on the Thread's monitor, so it gives up the lock that the caller holds, and the thread can take it
public class JoinInsideLock {
  static int x;
  static Thread t;

  public static void main(String[] args) throws Exception {
    t = new Thread(() -> { synchronized (t) { x = 1; } });
    t.start();
    synchronized (t) { t.join(); }
    System.out.println(x);
  }
}
