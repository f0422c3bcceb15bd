// Its daemons do nothing but wait: the program is over while they are left, and what the calls have returned counts all the same.
public class AttendedCounter {
  private int count;
  private final Object idle = new Object();

  public AttendedCounter() {
    for (int i = 0; i < 3; i++) {
      Thread t = new Thread(this::attend);
      t.setDaemon(true);
      t.start();
    }
  }

  private void attend() {
    synchronized (idle) {
      try {
        idle.wait();
      } catch (InterruptedException e) {
        // then it is done
      }
    }
  }

  public synchronized int increment() {
    return count++;
  }

  public int incrementUnlocked() {
    int seen = count;
    count = seen + 1;
    return seen;
  }
}
