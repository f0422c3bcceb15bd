// least: 21
// violation: deadlock
// why: join() of a virtual thread does not wait on the Thread, so it keeps the caller's lock
public class JoinVirtualInsideLock {
  static Thread t;

  public static void main(String[] args) throws Exception {
    t = Thread.ofVirtual().unstarted(() -> { synchronized (t) { System.out.println("worked"); } });
    synchronized (t) {
      t.start();
      t.join();
    }
  }
}
