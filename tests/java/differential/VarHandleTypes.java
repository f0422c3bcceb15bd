// VarHandle on fields of boolean, byte, short, char, float and double type.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleTypes {
  boolean z;
  byte b;
  short s;
  char c;
  float f;
  double d;

  static VarHandle vh(String n, Class<?> t) throws ReflectiveOperationException {
    return MethodHandles.lookup().findVarHandle(VarHandleTypes.class, n, t);
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    VarHandleTypes o = new VarHandleTypes();
    VarHandle z = vh("z", boolean.class), b = vh("b", byte.class), s = vh("s", short.class), c = vh("c", char.class),
        f = vh("f", float.class), d = vh("d", double.class);
    System.out.println(z.compareAndSet(o, false, true) + " " + (boolean) z.getAndSet(o, false) + " " + (boolean) z.getAndBitwiseOr(o, true)
        + " " + (boolean) z.getAndBitwiseXor(o, true) + " " + o.z);
    b.setVolatile(o, (byte) 120);
    System.out.println((byte) b.getAndAdd(o, (byte) 10) + " " + o.b + " " + b.compareAndSet(o, (byte) -126, (byte) 1) + " " + (byte) b.getAcquire(o)
        + " " + (byte) b.getAndBitwiseOr(o, (byte) 0x80) + " " + o.b);
    s.setRelease(o, (short) -1);
    System.out.println((short) s.getAndAdd(o, (short) -32768) + " " + o.s + " " + (short) s.compareAndExchange(o, (short) 32767, (short) 5) + " " + o.s);
    c.set(o, 'x');
    System.out.println((char) c.getAndAdd(o, (char) 1) + " " + (char) c.getOpaque(o) + " " + c.compareAndSet(o, 'y', '\uffff') + " " + (int) o.c);
    f.set(o, 1.5f);
    System.out.println((float) f.getAndAdd(o, 2f) + " " + f.compareAndSet(o, 3.5f, -0f) + " " + f.compareAndSet(o, 0f, 1f) + " " + o.f + " "
        + (float) f.getAndSet(o, Float.NaN) + " " + f.compareAndSet(o, Float.NaN, 2f) + " " + o.f);
    d.setVolatile(o, 1e300);
    System.out.println((double) d.getAndAdd(o, 1e300) + " " + (double) d.getVolatile(o) + " " + d.compareAndSet(o, 2e300, 3) + " " + o.d);
    try {
      f.getAndBitwiseOr(o, 1f);
    } catch (UnsupportedOperationException e) {
      System.out.println("no bits of floats");
    }
    try {
      z.getAndAdd(o, true);
    } catch (UnsupportedOperationException e) {
      System.out.println("no sum of booleans");
    }
    d.set(o, 5); // int widened to double
    System.out.println((double) d.get(o) + (int) b.get(o));
  }
}
