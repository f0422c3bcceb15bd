// Two threads take two monitors in opposite orders.
public class LockedCrosswise {
  static final Object A = new Object(), B = new Object();

  public static void main(String[] args) {
    new Thread(() -> { synchronized (A) { synchronized (B) { } } }, "one").start();
    new Thread(() -> { synchronized (B) { synchronized (A) { } } }, "two").start();
  }
}
