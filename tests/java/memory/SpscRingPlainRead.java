// A ring whose tail is read plainly: nothing orders the element behind it.
// races sc: racy
// outcomes sc: none | 7
// outcomes jmm: none | 7 | 0
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SpscRingPlainRead {
  static final int[] slots = new int[2];
  static int head, tail;
  static String seen = "none";
  static final VarHandle TAIL;

  static {
    try {
      TAIL = MethodHandles.lookup().findStaticVarHandle(SpscRingPlainRead.class, "tail", int.class);
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
    if (tail == h) return;
    seen = "" + slots[h & 1];
  }

  public static void main(String[] args) throws InterruptedException {
    Thread producer = new Thread(() -> offer(7)), consumer = new Thread(SpscRingPlainRead::poll);
    producer.start();
    consumer.start();
    producer.join();
    consumer.join();
    System.out.println(seen);
  }
}
