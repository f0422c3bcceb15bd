// A ring whose tail is written opaquely: the consumer may see the tail and not the element.
// races sc: racy
// outcomes sc: none | 7
// outcomes jmm: none | 7 | 0
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SpscRingOpaqueTail {
  static final int[] slots = new int[2];
  static int head, tail;
  static String seen = "none";
  static final VarHandle TAIL;

  static {
    try {
      TAIL = MethodHandles.lookup().findStaticVarHandle(SpscRingOpaqueTail.class, "tail", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void offer(int value) {
    int t = tail;
    slots[t & 1] = value;
    TAIL.setOpaque(t + 1);
  }

  static void poll() {
    int h = head;
    if ((int) TAIL.getAcquire() == h) return;
    seen = "" + slots[h & 1];
  }

  public static void main(String[] args) throws InterruptedException {
    Thread producer = new Thread(() -> offer(7)), consumer = new Thread(SpscRingOpaqueTail::poll);
    producer.start();
    consumer.start();
    producer.join();
    consumer.join();
    System.out.println(seen);
  }
}
