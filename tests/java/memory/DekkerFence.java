// The entry of Dekker's algorithm with opaque flags and full fences: never both.
// races sc: racy
// outcomes sc: false false | true false | false true
// outcomes jmm: false false | true false | false true
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DekkerFence {
  static boolean wantA, wantB;
  static boolean inA, inB;
  static final VarHandle A;
  static final VarHandle B;

  static {
    try {
      A = MethodHandles.lookup().findStaticVarHandle(DekkerFence.class, "wantA", boolean.class);
      B = MethodHandles.lookup().findStaticVarHandle(DekkerFence.class, "wantB", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void first() {
    A.setOpaque(true);
    VarHandle.fullFence();
    inA = !(boolean) B.getOpaque();
  }

  static void second() {
    B.setOpaque(true);
    VarHandle.fullFence();
    inB = !(boolean) A.getOpaque();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(DekkerFence::first), b = new Thread(DekkerFence::second);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(inA + " " + inB);
  }
}
