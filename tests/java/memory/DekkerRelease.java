// The entry of Dekker's algorithm with release and acquire: both go in.
// races sc: racy
// outcomes sc: false false | true false | false true
// outcomes jmm: false false | true false | false true | true true
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DekkerRelease {
  static boolean wantA, wantB;
  static boolean inA, inB;
  static final VarHandle A;
  static final VarHandle B;

  static {
    try {
      A = MethodHandles.lookup().findStaticVarHandle(DekkerRelease.class, "wantA", boolean.class);
      B = MethodHandles.lookup().findStaticVarHandle(DekkerRelease.class, "wantB", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void first() {
    A.setRelease(true);
    inA = !(boolean) B.getAcquire();
  }

  static void second() {
    B.setRelease(true);
    inB = !(boolean) A.getAcquire();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(DekkerRelease::first), b = new Thread(DekkerRelease::second);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(inA + " " + inB);
  }
}
