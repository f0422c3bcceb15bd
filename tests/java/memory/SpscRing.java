// A ring for one producer and one consumer, with release and acquire as they have to be.
// races sc: racy
// outcomes sc: none | 7
// outcomes jmm: none | 7
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SpscRing {
  static final int[] slots = new int[2];
  static int head, tail;
  static String seen = "none";
  static final VarHandle TAIL;

  static {
    try {
      TAIL = MethodHandles.lookup().findStaticVarHandle(SpscRing.class, "tail", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void offer(int value) {
    int t = tail;
    slots[t & 1] = value;
    TAIL.setRelease(t + 1);
  }

  static void poll() {
    int h = head;
    if ((int) TAIL.getAcquire() == h) return;
    seen = "" + slots[h & 1];
  }

  public static void main(String[] args) throws InterruptedException {
    Thread producer = new Thread(() -> offer(7)), consumer = new Thread(SpscRing::poll);
    producer.start();
    consumer.start();
    producer.join();
    consumer.join();
    System.out.println(seen);
  }
}
