import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** A queue of two items and a counter as libraries wrote them for JDK 8: with sun.misc.Unsafe and @sun.misc.Contended. */
public class OldUnsafe {
  static final Unsafe UNSAFE;
  static final long STATE, COUNT, ITEMS;
  static final int SHIFT;

  static {
    try {
      Field f = Unsafe.class.getDeclaredField("theUnsafe");
      f.setAccessible(true);
      UNSAFE = (Unsafe) f.get(null);
      STATE = UNSAFE.objectFieldOffset(OldUnsafe.class.getDeclaredField("state"));
      COUNT = UNSAFE.objectFieldOffset(OldUnsafe.class.getDeclaredField("count"));
      ITEMS = UNSAFE.arrayBaseOffset(Object[].class);
      SHIFT = UNSAFE.arrayIndexScale(Object[].class);
    } catch (ReflectiveOperationException e) {
      throw new Error(e);
    }
  }

  @sun.misc.Contended volatile int state;
  @sun.misc.Contended volatile long count;
  final Object[] items = new Object[2];

  void offer(Object x) {
    int i;
    do i = UNSAFE.getIntVolatile(this, STATE); while (!UNSAFE.compareAndSwapInt(this, STATE, i, i + 1));
    long c;
    do c = count; while (!UNSAFE.compareAndSwapLong(this, COUNT, c, c + 10));
    UNSAFE.putOrderedObject(items, ITEMS + (long) i * SHIFT, x);
  }

  public static void main(String[] args) throws Exception {
    OldUnsafe q = new OldUnsafe();
    Thread a = new Thread(() -> q.offer("a"));
    Thread b = new Thread(() -> q.offer("b"));
    Thread main = Thread.currentThread();
    a.start();
    b.start();
    a.join();
    b.join();
    boolean swapped = UNSAFE.compareAndSwapObject(q.items, ITEMS, "a", "A");
    new Thread(() -> { UNSAFE.putOrderedInt(q, STATE, 9); UNSAFE.unpark(main); }).start();
    while (q.state != 9) UNSAFE.park(false, 0);
    OldUnsafe bare = (OldUnsafe) UNSAFE.allocateInstance(OldUnsafe.class);
    try {
      UNSAFE.throwException(new java.io.IOException("sneaky"));
    } catch (Exception e) {
      System.out.println(q.items[0] + " " + q.items[1] + " " + swapped + " " + UNSAFE.getLong(q, COUNT) + " " + bare.items + " " + e.getMessage());
    }
  }
}
