// Which of two accesses of a long make it whole: both have to. Elements of arrays and double are as fields of long.
// outcomes sc: -
// outcomes jmm: - | a | a d | a d e | a d e l | a d l | a e | a e l | a l | d | d e | d e l | d l | e | e l | l
// races sc: racy
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

public class TornAccesses {
  static long never, late, afterwards;
  static double real;
  static final long[] elements = new long[1];
  static final AtomicLong atomic = new AtomicLong();
  static final VarHandle NEVER, LATE;
  static String seen = "";

  static {
    try {
      NEVER = MethodHandles.lookup().findStaticVarHandle(TornAccesses.class, "never", long.class);
      LATE = MethodHandles.lookup().findStaticVarHandle(TornAccesses.class, "late", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static boolean half(long value) {
    return value != 0 && value != -1;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(() -> {
      NEVER.setOpaque(-1L);
      LATE.setOpaque(-1L);
      atomic.lazySet(-1);
      afterwards = -1;
      real = Double.longBitsToDouble(-1L);
      elements[0] = -1;
    });
    Thread reader = new Thread(() -> {
      String text = "";
      if (half((long) NEVER.getOpaque()) || half(atomic.getAcquire())) throw new AssertionError("whole by both");
      if (half(afterwards)) text += "a ";
      if (half(Double.doubleToRawLongBits(real))) text += "d ";
      if (half(elements[0])) text += "e ";
      if (half(late)) text += "l ";
      seen = text.isEmpty() ? "-" : text.trim();
    });
    writer.start();
    reader.start();
    writer.join();
    reader.join();
    System.out.println(seen);
  }
}
