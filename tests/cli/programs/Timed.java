/** One thread waits with a time limit, one without; a single notification when both wait. */
public class Timed {
  static boolean timed, untimed;

  public static void main(String[] args) throws Exception {
    Object m = new Object();
    Thread t = new Thread(() -> {
      synchronized (m) {
        timed = true;
        try { m.wait(1); } catch (InterruptedException e) { }
      }
    });
    Thread u = new Thread(() -> {
      synchronized (m) {
        untimed = true;
        try { m.wait(); } catch (InterruptedException e) { }
      }
    });
    t.start();
    u.start();
    for (boolean both = false; !both; Thread.onSpinWait())
      synchronized (m) {
        both = timed && untimed;
        if (both) m.notify();
      }
    u.join();
    t.join();
    System.out.println("ok");
  }
}
