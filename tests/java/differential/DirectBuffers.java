import java.nio.*;
import java.lang.invoke.*;
public class DirectBuffers {
  static String t(Runnable r) { try { r.run(); return "ok"; } catch (Throwable e) { return e.toString(); } }
  interface V { Object run() throws Throwable; }
  static String v(V r) { try { return String.valueOf(r.run()); } catch (Throwable e) { return e.toString(); } }
  public static void main(String[] x) throws Throwable {
    ByteBuffer b = ByteBuffer.allocateDirect(32);
    System.out.println(b);
    b.putInt(0x01020304).putLong(5L).put((byte)9).putShort((short)-3).putDouble(1.5);
    b.flip();
    System.out.println(b.getInt() + " " + b.getLong() + " " + b.get() + " " + b.getShort() + " " + b.getDouble());
    b.clear();
    ByteBuffer s = b.slice(4, 12), d = b.duplicate().order(ByteOrder.LITTLE_ENDIAN), ro = b.asReadOnlyBuffer();
    s.putInt(0, 77);
    System.out.println(b.getInt(4) + " " + d.getInt(4) + " " + ro.getInt(4));
    System.out.println(t(() -> ro.putInt(0, 1)) + " " + t(() -> b.getLong(25)));
    IntBuffer ib = b.asIntBuffer(); ib.put(1, 42); System.out.println(b.getInt(4) + " " + ib + " " + b.asLongBuffer().get(0));
    byte[] arr = new byte[8]; b.get(0, arr); System.out.println(java.util.Arrays.toString(arr));
    b.put(8, arr); System.out.println(b.getLong(8));
    b.position(3); b.compact(); System.out.println(b + " " + b.getInt(1));
    System.out.println(b.clear().equals(d.clear()) + " " + b.hashCode() + " " + b.mismatch(ByteBuffer.allocate(32)));
    ByteBuffer big = ByteBuffer.allocateDirect(1 << 16); big.put(65535, (byte) 1); System.out.println(big.get(65535));
    ByteBuffer al = big.alignedSlice(8); System.out.println(al.capacity() % 8 + " " + al.alignmentOffset(0, 8));
    for (Class<?> c : new Class<?>[] {short[].class, char[].class, int[].class, long[].class, float[].class, double[].class}) {
      for (ByteOrder o : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
        VarHandle bv = MethodHandles.byteBufferViewVarHandle(c, o), av = MethodHandles.byteArrayViewVarHandle(c, o);
        System.out.println(bv.varType() + " " + bv.coordinateTypes() + " " + av.coordinateTypes());
        for (VarHandle.AccessMode m : VarHandle.AccessMode.values())
          System.out.print((bv.isAccessModeSupported(m) ? 1 : 0) + "" + (av.isAccessModeSupported(m) ? 1 : 0) + " ");
        System.out.println();
      }
    }
    VarHandle I = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    VarHandle J = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    VarHandle S = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    VarHandle C = MethodHandles.byteBufferViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
    VarHandle F = MethodHandles.byteBufferViewVarHandle(float[].class, ByteOrder.BIG_ENDIAN);
    VarHandle D = MethodHandles.byteBufferViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    VarHandle AI = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    byte[] ba = new byte[19];
    System.out.println(v(() -> { AI.set(ba, 1, 0x11223344); return (int) AI.get(ba, 1); }) + v(() -> (int) AI.getVolatile(ba, 4)) + v(() -> (int) AI.getVolatile(ba, 1)) + v(() -> (int) AI.get(ba, 16)) + v(() -> (int) AI.get(ba, -1)));
    for (ByteBuffer bb : new ByteBuffer[] {ByteBuffer.allocateDirect(24), ByteBuffer.allocate(24), ByteBuffer.allocateDirect(24).asReadOnlyBuffer(), ByteBuffer.allocate(24).asReadOnlyBuffer(),
        ByteBuffer.allocateDirect(25).position(1).slice(), ByteBuffer.wrap(new byte[30], 3, 20).slice(), ByteBuffer.allocateDirect(2), ByteBuffer.allocateDirect(24).limit(9)}) {
      System.out.println(bb);
      System.out.println(v(() -> { I.set(bb, 4, 0x01020304); return (int) I.get(bb, 4); }));
      System.out.println(v(() -> { I.set(bb, 5, 0x01020304); return (int) I.get(bb, 5) + " " + bb.get(5); }));
      System.out.println(v(() -> (int) I.getVolatile(bb, 4)) + v(() -> (int) I.getAcquire(bb, 5)) + v(() -> (int) I.getOpaque(bb, 21)) + v(() -> (int) I.getVolatile(bb, -1)));
      System.out.println(v(() -> { I.setVolatile(bb, 4, 8); return (int) I.getVolatile(bb, 4); }) + v(() -> { I.setRelease(bb, 5, 8); return 1; }) + v(() -> { I.setOpaque(bb, 40, 8); return 1; }));
      System.out.println(v(() -> I.compareAndSet(bb, 4, 8, 9)) + v(() -> (int) I.compareAndExchange(bb, 4, 8, 10)) + v(() -> (int) I.getAndAdd(bb, 4, 5)) + v(() -> (int) I.getAndBitwiseOr(bb, 4, 0x100)) + v(() -> (int) I.getAndSet(bb, 4, -1)) + v(() -> (int) I.getAndBitwiseXorAcquire(bb, 4, 0xff)) + v(() -> I.weakCompareAndSet(bb, 5, 1, 2)));
      System.out.println(v(() -> (long) J.getAndAdd(bb, 8, 5L)) + v(() -> (long) J.getAndAddRelease(bb, 8, 5L)) + v(() -> (long) J.get(bb, 3)) + v(() -> (long) J.getVolatile(bb, 3)) + v(() -> (long) J.getVolatile(bb, 8)));
      System.out.println(v(() -> { S.set(bb, 1, (short) -2); return (short) S.get(bb, 1); }) + v(() -> { S.setVolatile(bb, 2, (short) -2); return (short) S.getAcquire(bb, 2); }) + v(() -> S.compareAndSet(bb, 2, (short) 1, (short) 2)));
      System.out.println(v(() -> { C.set(bb, 1, 'q'); return (char) C.get(bb, 1); }) + v(() -> { C.setVolatile(bb, 2, 'r'); return (char) C.getAcquire(bb, 2); }));
      System.out.println(v(() -> { F.set(bb, 4, 1.25f); return (float) F.get(bb, 4); }) + v(() -> F.compareAndSet(bb, 4, 1.25f, 2f)) + v(() -> (float) F.getAndSet(bb, 4, 3f)) + v(() -> (float) F.getAndAdd(bb, 4, 3f)));
      System.out.println(v(() -> { D.set(bb, 8, 1.25); return (double) D.get(bb, 8); }) + v(() -> D.compareAndSet(bb, 8, 1.25, 2.0)) + v(() -> (double) D.getAndSet(bb, 8, 3.0)) + v(() -> { D.set(bb, 5, 7.5); return (double) D.get(bb, 5); }));
      byte[] all = new byte[Math.min(bb.limit(), 24)]; bb.get(0, all); System.out.println(java.util.Arrays.toString(all));
    }
    System.out.println(v(() -> (int) I.get((ByteBuffer) null, 0)) + v(() -> { Object o = I.get(b, 0); return o; }) + v(() -> { long o = (int) I.get(b, 0); return o; }) + v(() -> (long) I.get(b, 0)) + v(() -> I.get("x", 0)));
    System.out.println(v(() -> MethodHandles.byteBufferViewVarHandle(int.class, ByteOrder.BIG_ENDIAN)) + v(() -> MethodHandles.byteBufferViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN)) + v(() -> MethodHandles.byteBufferViewVarHandle(Object[].class, ByteOrder.BIG_ENDIAN)));
    System.out.println(v(() -> I.toMethodHandle(VarHandle.AccessMode.GET).invoke(b, 4)) + " " + v(() -> (int) I.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).invokeExact(b, 4, 4)));
  }
}
