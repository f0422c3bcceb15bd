// outcomes: main/t | t/main
// violation: deadlock
// why: main holds the monitor of System.out and wants the lock; the thread holds the lock and wants to print
public class OutputDeadlock {
  static final Object lock = new Object();

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      synchronized (lock) { System.out.println("t"); }
    });
    t.start();
    synchronized (System.out) {
      synchronized (lock) { System.out.println("main"); }
    }
    t.join();
  }
}
