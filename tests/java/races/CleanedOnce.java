// Two threads clean the same object: the JDK takes it off its list under the monitor of the list, so the one that comes second comes after what the first did before.
// races: none
import java.lang.ref.Cleaner;

public class CleanedOnce {
  static final Cleaner CLEANER = Cleaner.create();
  static int closed, before;

  public static void main(String[] args) throws Exception {
    Object resource = new Object();
    Cleaner.Cleanable cleanable = CLEANER.register(resource, () -> closed += ++before);
    Thread a = new Thread(cleanable::clean), b = new Thread(cleanable::clean);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(closed);
  }
}
