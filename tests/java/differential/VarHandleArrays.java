// VarHandle on array elements of several types, bounds and store checks; byte-array views.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

public class VarHandleArrays {
  public static void main(String[] args) {
    VarHandle ia = MethodHandles.arrayElementVarHandle(int[].class);
    int[] a = {1, 2, 3};
    ia.setVolatile(a, 1, 20);
    System.out.println((int) ia.getAndAdd(a, 1, 5) + " " + ia.compareAndSet(a, 0, 1, 10) + " " + (int) ia.compareAndExchange(a, 2, 9, 9) + " "
        + (int) ia.getAcquire(a, 1) + Arrays.toString(a));
    VarHandle la = MethodHandles.arrayElementVarHandle(long[].class);
    long[] l = new long[2];
    la.setRelease(l, 1, 1L << 50);
    System.out.println((long) la.getAndBitwiseOr(l, 1, 1L) + " " + l[1]);
    VarHandle ba = MethodHandles.arrayElementVarHandle(byte[].class);
    byte[] b = new byte[5];
    System.out.println(ba.compareAndSet(b, 3, (byte) 0, (byte) -3) + " " + (byte) ba.getAndAdd(b, 3, (byte) -126) + Arrays.toString(b));
    VarHandle za = MethodHandles.arrayElementVarHandle(boolean[].class);
    boolean[] z = new boolean[2];
    System.out.println((boolean) za.getAndSet(z, 0, true) + " " + z[0]);
    VarHandle ra = MethodHandles.arrayElementVarHandle(Object[].class);
    Object[] r = new String[2];
    ra.set(r, 0, (Object) "s");
    System.out.println((Object) ra.getAndSet(r, 0, (Object) "t") + " " + ra.compareAndSet(r, 1, (Object) null, (Object) "u") + Arrays.toString(r));
    try {
      ra.set(r, 0, (Object) 5);
    } catch (ArrayStoreException | ClassCastException e) {
      System.out.println("store check");
    }
    try {
      ia.get(a, 3);
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      ia.compareAndSet(a, -1, 0, 0);
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    byte[] bytes = new byte[8];
    view.set(bytes, 1, 0x01020304);
    System.out.println(Arrays.toString(bytes) + (int) view.get(bytes, 2));
    VarHandle little = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    little.set(bytes, 0, 1L);
    System.out.println(Arrays.toString(bytes) + (long) little.get(bytes, 0));
    try {
      little.get(bytes, 1);
    } catch (IndexOutOfBoundsException e) {
      System.out.println("beyond the end");
    }
  }
}
