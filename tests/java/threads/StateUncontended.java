// outcomes: RUNNABLE | TERMINATED
// why: nobody else takes the lock, so the thread is never blocked
public class StateUncontended {
  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread t = new Thread(() -> { synchronized (lock) { } });
    t.start();
    System.out.println(t.getState());
    t.join();
  }
}
