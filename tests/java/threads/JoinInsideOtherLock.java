// violation: deadlock
// why: join() gives up the monitor of the Thread only
public class JoinInsideOtherLock {
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { synchronized (lock) { System.out.println("worked"); } });
    synchronized (lock) {
      t.start();
      synchronized (t) { t.join(); }
    }
  }
}
