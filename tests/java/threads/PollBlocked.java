// violation: deadlock
// stateless: no
// why: BLOCKED before the wait is another state than WAITING; main takes the one for the other and notifies too early
public class PollBlocked {
  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread t = new Thread(() -> {
      synchronized (lock) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    });
    synchronized (lock) {
      t.start();
      Thread.State seen = t.getState();
      while (seen == Thread.State.RUNNABLE) seen = t.getState();
      lock.notify();
    }
    while (t.getState() != Thread.State.WAITING) Thread.yield();
    System.out.println(t.getState());
    t.join();
  }
}
