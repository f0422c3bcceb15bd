// Double-checked locking with opaque accesses: whoever sees the reference may see the object half made.
// races sc: racy
// outcomes sc: 1 1
// outcomes jmm: 1 1 | 0 1 | 1 0
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DoubleCheckedOpaque {
  static class Helper {
    int ready;

    Helper() {
      ready = 1;
    }
  }

  static Helper helper;
  static String x, y;
  static final VarHandle HELPER;

  static {
    try {
      HELPER = MethodHandles.lookup().findStaticVarHandle(DoubleCheckedOpaque.class, "helper", Helper.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static Helper get() {
    Helper h = (Helper) HELPER.getOpaque();
    if (h == null) {
      synchronized (DoubleCheckedOpaque.class) {
        h = (Helper) HELPER.getOpaque();
        if (h == null) HELPER.setOpaque(h = new Helper());
      }
    }
    return h;
  }

  static String use() {
    Helper h = get();
    return h == null ? "null" : "" + h.ready;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> x = use()), b = new Thread(() -> y = use());
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(x + " " + y);
  }
}
