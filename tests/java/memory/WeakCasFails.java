// With --spurious-failures a weak compare-and-set fails where it could succeed, too, and has then learnt nothing.
// outcomes sc: true false | true true
// outcomes jmm: true false | true true
// outcomes jmm --spurious-failures: false false | true false | true true
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class WeakCasFails {
  static int x;
  static boolean first, second;
  static final VarHandle X;

  static {
    try {
      X = MethodHandles.lookup().findStaticVarHandle(WeakCasFails.class, "x", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> first = X.weakCompareAndSetPlain(0, 1));
    Thread b = new Thread(() -> second = X.weakCompareAndSetAcquire(1, 2));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(first + " " + second);
  }
}
