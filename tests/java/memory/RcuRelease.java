// A pointer to data that is never changed, replaced by a release write and read by an acquire read.
// races sc: racy
// outcomes sc: 1 1 | 2 2
// outcomes jmm: 1 1 | 2 2
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class RcuRelease {
  static class Pair {
    int one, two;

    Pair(int value) {
      one = value;
      two = value;
    }
  }

  static Pair current = new Pair(1);
  static String seen;
  static final VarHandle CURRENT;

  static {
    try {
      CURRENT = MethodHandles.lookup().findStaticVarHandle(RcuRelease.class, "current", Pair.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void look() {
    Pair p = (Pair) CURRENT.getAcquire();
    seen = p.one + " " + p.two;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> CURRENT.setRelease(new Pair(2))), b = new Thread(RcuRelease::look);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(seen);
  }
}
