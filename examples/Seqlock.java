import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A reader takes two numbers without a lock, and throws them away if the sequence number has changed meanwhile. That needs
 * two fences: with one argument, `no-fence`, the reader's is left out.
 */
public class Seqlock {
  static int sequence, low, high;
  static final VarHandle SEQUENCE;

  static {
    try {
      SEQUENCE = MethodHandles.lookup().findStaticVarHandle(Seqlock.class, "sequence", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void write(int value) {
    SEQUENCE.setOpaque(sequence + 1);
    VarHandle.releaseFence();  // the odd number before what is written
    low = value;
    high = value;
    SEQUENCE.setRelease(sequence + 1);
  }

  static void read(boolean fence) {
    int before = (int) SEQUENCE.getAcquire();
    int seenLow = low, seenHigh = high;
    if (fence) VarHandle.acquireFence();  // what is read before the second look at the number
    if (before % 2 == 0 && (int) SEQUENCE.getOpaque() == before)
      assert seenLow == seenHigh : "torn: " + seenLow + " and " + seenHigh;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> write(1), "writer");
    writer.start();
    read(args.length == 0);
    writer.join();
  }
}
