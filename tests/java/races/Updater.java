// An update through a field updater is as strong as volatile; a plain write of an array that the index guards is ordered by it.
// races: none
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Updater {
  volatile int state;
  int data;
  static final AtomicIntegerFieldUpdater<Updater> STATE = AtomicIntegerFieldUpdater.newUpdater(Updater.class, "state");

  public static void main(String[] args) throws Exception {
    Updater u = new Updater();
    Thread t = new Thread(() -> {
      u.data = 5;
      STATE.compareAndSet(u, 0, 1);
    });
    t.start();
    if (STATE.get(u) == 1) assert u.data == 5;
    t.join();
  }
}
