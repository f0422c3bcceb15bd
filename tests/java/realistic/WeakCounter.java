/*
 * verdict: verified
 * outcomes: hits 3
 * why: A weak CAS may fail for no reason, and the loop tries again with what it reads anew: three increments are three.
 */
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class WeakCounter {
  private static final VarHandle HITS;

  static {
    try {
      HITS = MethodHandles.lookup().findVarHandle(WeakCounter.class, "hits", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int hits;

  void hit() {
    int h;
    do {
      h = (int) HITS.getOpaque(this);
    } while (!HITS.weakCompareAndSet(this, h, h + 1));
  }

  public static void main(String[] args) throws InterruptedException {
    WeakCounter page = new WeakCounter();
    Thread t = new Thread(() -> {
      page.hit();
      page.hit();
    });
    t.start();
    page.hit();
    t.join();
    System.out.println("hits " + page.hits);
  }
}
