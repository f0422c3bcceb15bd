import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads that wait look a few times whether they may go on, and then park: how often a bounded loop has been round is known to a part of the search only. */
public class SpinThenPark {
  static final AtomicInteger turn = new AtomicInteger();
  static final AtomicInteger lost = new AtomicInteger();
  static final Thread[] waiting = new Thread[4];

  static void await(int mine) {
    for (int spins = 0; spins < 4; spins++) if (turn.get() == mine) return;
    while (turn.get() != mine) LockSupport.park();
  }

  static boolean tryAwait(int mine) {
    for (int spins = 0; spins < 3; spins++) if (turn.get() == mine) return true;
    return false;
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      int id = i;
      waiting[i] = new Thread(() -> {
        await(1 + id);
        turn.incrementAndGet();
        LockSupport.unpark(waiting[(id + 1) % 4]);
        if (!tryAwait(5)) lost.addAndGet(1 + id);
      });
    }
    for (Thread t : waiting) t.start();
    turn.incrementAndGet();
    LockSupport.unpark(waiting[0]);
    if (!tryAwait(5)) lost.addAndGet(4);
    for (Thread t : waiting) t.join();
    System.out.println("lost " + lost.get() + ", turn " + turn.get());
  }
}
