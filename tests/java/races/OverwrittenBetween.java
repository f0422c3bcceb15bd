// races: OverwrittenBetween.value
// weaker:
// Two threads write by volatile accesses, and one of them reads plainly what it has written itself: nothing orders that
// read with the other's write, which may come before its own.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OverwrittenBetween {
  static final VarHandle VALUE;
  static int value;

  static {
    try {
      VALUE = MethodHandles.lookup().findStaticVarHandle(OverwrittenBetween.class, "value", int.class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> VALUE.compareAndSet(0, 2));
    other.start();
    VALUE.setVolatile(1);
    if (value != 1) throw new AssertionError();
    other.join();
  }
}
