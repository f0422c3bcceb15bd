// LockSupport: a permit given before parking, blockers, and a turn-taking pair.
import java.util.concurrent.locks.LockSupport;

public class ParkUnpark {
  static volatile int turn;

  public static void main(String[] args) throws InterruptedException {
    Thread main = Thread.currentThread();
    StringBuilder log = new StringBuilder();
    Thread t = new Thread(() -> {
      while (turn != 1) LockSupport.park(log);
      log.append("b");
      turn = 2;
      LockSupport.unpark(main);
    });
    t.start();
    log.append("a");
    turn = 1;
    LockSupport.unpark(t);
    while (turn != 2) LockSupport.park();
    log.append("c");
    t.join();
    LockSupport.unpark(t);
    LockSupport.unpark(main);
    LockSupport.unpark(main);
    LockSupport.park();
    LockSupport.parkNanos(1);
    System.out.println(log + " " + LockSupport.getBlocker(main));
  }
}
