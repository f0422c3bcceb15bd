// races: ReadAndForgotten.state elements_of_long[]
// weaker: ReadAndForgotten.state elements_of_long[]
// What is read by a weaker mode is forgotten, so that paths which have read and paths which have not meet in one state; and both variables are
// changed by compare-and-set as well. The reads may come before the changes, and nothing orders them.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ReadAndForgotten {
  static final VarHandle STATE, ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
  static volatile boolean begun;
  static volatile int state;
  static final long[] elements = new long[2];

  static {
    try {
      STATE = MethodHandles.lookup().findStaticVarHandle(ReadAndForgotten.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread changer = new Thread(() -> {
      begun = true;
      STATE.compareAndSet(0, 1);
      ELEMENT.compareAndSet(elements, 1, 0L, 1L);
    });
    changer.start();
    if (begun && ((int) STATE.getAcquire() > 1 || (long) ELEMENT.getAcquire(elements, 1) > 1)) throw new AssertionError();
    changer.join();
  }
}
