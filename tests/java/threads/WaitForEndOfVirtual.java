// least: 21
// outcomes: end
// violation: deadlock
// why: the end of a virtual thread notifies nobody; its join() waits for a latch
// stress: no
public class WaitForEndOfVirtual {
  public static void main(String[] args) throws Exception {
    Thread t = Thread.ofVirtual().unstarted(() -> { });
    synchronized (t) {
      t.start();
      while (t.isAlive()) t.wait();
    }
    System.out.println("end");
  }
}
