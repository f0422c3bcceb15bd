// outcomes: ok
// why: once seen blocked, a thread stays so while the lock is held
public class StateStays {
  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread t = new Thread(() -> { synchronized (lock) { } });
    synchronized (lock) {
      t.start();
      if (t.getState() == Thread.State.BLOCKED && t.getState() != Thread.State.BLOCKED) throw new AssertionError();
    }
    t.join();
    System.out.println("ok");
  }
}
