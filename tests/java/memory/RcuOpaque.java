// The same with opaque accesses: the data may not be there yet.
// races sc: racy
// outcomes sc: 1 1 | 2 2
// outcomes jmm: 1 1 | 2 2 | 0 0 | 0 2 | 2 0
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class RcuOpaque {
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
      CURRENT = MethodHandles.lookup().findStaticVarHandle(RcuOpaque.class, "current", Pair.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void look() {
    Pair p = (Pair) CURRENT.getOpaque();
    seen = p.one + " " + p.two;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> CURRENT.setOpaque(new Pair(2))), b = new Thread(RcuOpaque::look);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(seen);
  }
}
