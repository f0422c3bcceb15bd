// A seqlock without the release fence: the data may be seen before the odd number is.
// races sc: racy
// outcomes sc: retry | 00 | 11
// outcomes jmm: retry | 00 | 11 | 01 | 10
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SeqlockNoReleaseFence {
  static int sequence, a, b;
  static String seen = "retry";
  static final VarHandle SEQUENCE;

  static {
    try {
      SEQUENCE = MethodHandles.lookup().findStaticVarHandle(SeqlockNoReleaseFence.class, "sequence", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void write() {
    SEQUENCE.setOpaque(1);
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
    Thread writer = new Thread(SeqlockNoReleaseFence::write), reader = new Thread(SeqlockNoReleaseFence::read);
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
