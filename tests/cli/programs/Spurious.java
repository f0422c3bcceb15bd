import java.util.concurrent.locks.LockSupport;

/** Waits once, without looking again whether there was a reason to go on. */
public class Spurious {
  static volatile boolean ready;

  public static void main(String[] args) throws Exception {
    Object m = new Object();
    boolean parks = args[0].equals("park");
    Thread t = new Thread(() -> {
      if (parks) {
        if (!ready) LockSupport.park();
      } else {
        synchronized (m) {
          try { if (!ready) m.wait(); } catch (InterruptedException e) { }
        }
      }
      assert ready : "woken for nothing";
    });
    t.start();
    synchronized (m) {
      ready = true;
      m.notifyAll();
    }
    LockSupport.unpark(t);
    t.join();
  }
}
