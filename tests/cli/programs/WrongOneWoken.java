// notify() where notifyAll() belongs: who is woken cannot go on, and who could is not woken.
public class WrongOneWoken {
  static final Object lock = new Object();
  static int waiting, turn;

  static void await(int mine) {
    synchronized (lock) {
      try {
        waiting++;
        while (turn != mine)
          lock.wait();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  static boolean woken() {
    synchronized (lock) {
      if (waiting < 2)
        return false;
      turn = 1;
      lock.notify();
      return true;
    }
  }

  public static void main(String[] args) {
    new Thread(() -> await(1), "one").start();
    Thread two = new Thread(() -> await(2), "two");
    two.setDaemon(true);
    two.start();
    while (!woken())
      Thread.yield();
  }
}
