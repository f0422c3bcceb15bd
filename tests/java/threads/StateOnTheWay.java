// outcomes: RUNNABLE | BLOCKED
// why: a thread that will have to wait for a lock may not have come to it yet
public class StateOnTheWay {
  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread t = new Thread(() -> { synchronized (lock) { } });
    synchronized (lock) {
      t.start();
      System.out.println(t.getState());
    }
    t.join();
  }
}
