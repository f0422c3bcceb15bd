// outcomes: 1
// violation: deadlock
// why: t1 begins the initialisation of C and waits for the monitor, which t0 holds while it waits for the initialisation; a t0 that initialises C itself enters the monitor again
public class HeldMonitor {
  static final Object lock = new Object();
  static class C { static int x = 0; static { synchronized (lock) { x = 1; } } }
  public static void main(String[] args) throws Exception {
    Thread t0 = new Thread(() -> { synchronized (lock) { if (C.x == 2) throw new Error(); } });
    Thread t1 = new Thread(() -> { if (C.x == 2) throw new Error(); });
    t0.start();
    t1.start();
    t0.join();
    t1.join();
    System.out.println(C.x);
  }
}
