// The JDK takes a cleaner off its list under a monitor: it runs once, and under the memory model too.
// races sc: free
// outcomes sc: 1
// outcomes jmm: 1
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;

public class CleanedOnce {
  static final Cleaner CLEANER = Cleaner.create();

  public static void main(String[] args) throws InterruptedException {
    AtomicInteger closed = new AtomicInteger();
    Cleaner.Cleanable cleanable = CLEANER.register(new Object(), closed::incrementAndGet);
    Thread a = new Thread(cleanable::clean), b = new Thread(cleanable::clean);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(closed);
  }
}
