// A seqlock as it is right: a release fence behind the odd number, an acquire fence before the second look at it.
// races sc: racy
// outcomes sc: retry | 00 | 11
// outcomes jmm: retry | 00 | 11
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Seqlock {
  static int sequence, a, b;
  static String seen = "retry";
  static final VarHandle SEQUENCE;

  static {
    try {
      SEQUENCE = MethodHandles.lookup().findStaticVarHandle(Seqlock.class, "sequence", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void write() {
    SEQUENCE.setOpaque(1);
    VarHandle.releaseFence();
    a = 1;
    b = 1;
    SEQUENCE.setRelease(2);
  }

  static void read() {
    int before = (int) SEQUENCE.getAcquire();
    if ((before & 1) != 0) return;
    int x = a, y = b;
    VarHandle.acquireFence();
    if ((int) SEQUENCE.getOpaque() == before) seen = x + "" + y;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(Seqlock::write), reader = new Thread(Seqlock::read);
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
