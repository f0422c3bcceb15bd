// races: none
public class WaitNotify {
  static int data;
  static boolean ready;
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      data = 1;
      synchronized (lock) {
        ready = true;
        lock.notifyAll();
      }
    });
    t.start();
    synchronized (lock) {
      while (!ready) lock.wait();
    }
    assert data == 1;
    t.join();
  }
}
