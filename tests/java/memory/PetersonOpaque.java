// Peterson's algorithm with opaque flags: both are in at once, and an increment is lost.
// races sc: racy
// outcomes sc: 2
// outcomes jmm: 2 | 1
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PetersonOpaque {
  static boolean wantA, wantB;
  static int turn, count;
  static final VarHandle A;
  static final VarHandle B;
  static final VarHandle TURN;

  static {
    try {
      A = MethodHandles.lookup().findStaticVarHandle(PetersonOpaque.class, "wantA", boolean.class);
      B = MethodHandles.lookup().findStaticVarHandle(PetersonOpaque.class, "wantB", boolean.class);
      TURN = MethodHandles.lookup().findStaticVarHandle(PetersonOpaque.class, "turn", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void first() {
    A.setOpaque(true);
    TURN.setOpaque(2);
    while ((boolean) B.getOpaque() && (int) TURN.getOpaque() == 2) Thread.onSpinWait();
    count++;
    A.setRelease(false);
  }

  static void second() {
    B.setOpaque(true);
    TURN.setOpaque(1);
    while ((boolean) A.getOpaque() && (int) TURN.getOpaque() == 1) Thread.onSpinWait();
    count++;
    B.setRelease(false);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(PetersonOpaque::first), b = new Thread(PetersonOpaque::second);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(count);
  }
}
