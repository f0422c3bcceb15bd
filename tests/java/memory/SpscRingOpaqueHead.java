// A ring of one slot for one producer and one consumer, whose consumer gives the slot free opaquely. Wrong: its read of
// the slot may be delayed until the producer has written it again.
// races sc: racy
// outcomes sc: none | 1 | 1 2
// outcomes jmm: none | 1 | 1 2
// outcomes jmm --load-buffering=auto: none | 1 | 1 2 | 2 | 2 2
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SpscRingOpaqueHead {
  static int slot, head, tail;
  static String seen = "none";
  static final VarHandle HEAD;
  static final VarHandle TAIL;

  static {
    try {
      HEAD = MethodHandles.lookup().findStaticVarHandle(SpscRingOpaqueHead.class, "head", int.class);
      TAIL = MethodHandles.lookup().findStaticVarHandle(SpscRingOpaqueHead.class, "tail", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void offer(int value) {
    if (tail != (int) HEAD.getOpaque()) return;
    slot = value;
    TAIL.setRelease(tail + 1);
  }

  static void poll() {
    if ((int) TAIL.getAcquire() == head) return;
    seen = seen.equals("none") ? "" + slot : seen + " " + slot;
    HEAD.setOpaque(head + 1);
  }

  static void produce() {
    offer(1);
    offer(2);
  }

  static void consume() {
    poll();
    poll();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(SpscRingOpaqueHead::produce), b = new Thread(SpscRingOpaqueHead::consume);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(seen);
  }
}
