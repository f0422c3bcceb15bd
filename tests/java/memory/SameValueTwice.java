// Two writes of one value are two: who has read the first one alone, by an opaque access that orders nothing, may write between them.
// races sc: racy
// outcomes sc: false 1 | true 2
// outcomes jmm: false 1 | true 1 | true 2
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SameValueTwice {
  static int x, y;
  static boolean wrote;
  static final VarHandle X, Y;

  static {
    try {
      X = MethodHandles.lookup().findStaticVarHandle(SameValueTwice.class, "x", int.class);
      Y = MethodHandles.lookup().findStaticVarHandle(SameValueTwice.class, "y", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread twice = new Thread(() -> {
      x = 1;
      x = 1;
      Y.setOpaque(1);
    });
    Thread between = new Thread(() -> {
      if ((int) X.getOpaque() == 1 && (int) Y.getOpaque() == 1) {
        x = 2;
        wrote = true;
      }
    });
    twice.start();
    between.start();
    twice.join();
    between.join();
    System.out.println(wrote + " " + x);
  }
}
