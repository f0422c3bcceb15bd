// Who detects that a thread has terminated comes after all that it did (JLS 17.4.4), be it by isAlive() or by getState().
// races: SeenTerminated.early
public class SeenTerminated {
  static int alive, state, early;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> alive = state = early = 1), u = new Thread(() -> {
      if (t.getState() == Thread.State.TERMINATED) state++;
      if (t.getState() != Thread.State.NEW) early++;
    });
    t.start();
    u.start();
    if (!t.isAlive()) alive++;
    t.join();
    u.join();
  }
}
