// outcomes: RUNNABLE | BLOCKED | TERMINATED
// why: a thread that was blocked may still be after the lock is free
public class StateAfterUnlock {
  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread t = new Thread(() -> { synchronized (lock) { } });
    synchronized (lock) { t.start(); }
    System.out.println(t.getState());
    t.join();
  }
}
