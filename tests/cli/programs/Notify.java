public class Notify {
  static final Object lock = new Object();
  static boolean ready;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      synchronized (lock) { ready = true; lock.notifyAll(); }
    }, "setter");
    t.start();
    synchronized (lock) {
      while (!ready) lock.wait();
    }
    assert !ready;
  }
}
