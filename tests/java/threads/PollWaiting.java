// outcomes: NEW TERMINATED
// stateless: no
// why: main polls until the thread waits: it cannot be notified too early then, and a thread that waits stays so until it is notified
public class PollWaiting {
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
    System.out.print(t.getState() + " ");
    t.start();
    while (t.getState() != Thread.State.WAITING) Thread.yield();
    synchronized (lock) { lock.notify(); }
    t.join();
    System.out.println(t.getState());
  }
}
