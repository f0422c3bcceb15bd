// Load buffering through an update: the load of x may be made behind the store to y, which the other thread updates
// before it writes x. JLS 17.4.8 lets the store be committed first; nothing else orders the two.
// outcomes sc: 0 0 | 0 1 | 1 0
// outcomes jmm: 0 0 | 0 1 | 1 0
// outcomes jmm --load-buffering=auto: 0 0 | 0 1 | 1 0 | 1 1
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class LoadBehindUpdate {
  static int x, y, r1, r2;
  static final VarHandle Y;

  static {
    try {
      Y = MethodHandles.lookup().findStaticVarHandle(LoadBehindUpdate.class, "y", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      r1 = x;
      Y.setOpaque(1);
    });
    Thread u = new Thread(() -> {
      r2 = (int) Y.getAndSet(2);
      x = 1;
    });
    t.start();
    u.start();
    t.join();
    u.join();
    System.out.println(r1 + " " + r2);
  }
}
