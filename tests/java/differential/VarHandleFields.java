// VarHandle on instance and static fields: every access mode for int, long and references.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleFields {
  int i;
  volatile long l;
  String ref = "start";
  static int si = 100;
  static Object so;
  final int fin = 7;

  static final VarHandle I, L, REF, SI, SO, FIN;

  static {
    try {
      MethodHandles.Lookup k = MethodHandles.lookup();
      I = k.findVarHandle(VarHandleFields.class, "i", int.class);
      L = k.findVarHandle(VarHandleFields.class, "l", long.class);
      REF = k.findVarHandle(VarHandleFields.class, "ref", String.class);
      SI = k.findStaticVarHandle(VarHandleFields.class, "si", int.class);
      SO = k.findStaticVarHandle(VarHandleFields.class, "so", Object.class);
      FIN = k.findVarHandle(VarHandleFields.class, "fin", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] args) {
    VarHandleFields o = new VarHandleFields();
    I.set(o, 5);
    I.setVolatile(o, (int) I.get(o) + 1);
    I.setOpaque(o, (int) I.getVolatile(o) + 1);
    I.setRelease(o, (int) I.getOpaque(o) + 1);
    System.out.println((int) I.getAcquire(o));
    System.out.println(I.compareAndSet(o, 8, 9) + " " + I.compareAndSet(o, 8, 10) + " " + o.i);
    System.out.println((int) I.compareAndExchange(o, 9, 11) + " " + (int) I.compareAndExchangeAcquire(o, 9, 12) + " "
        + (int) I.compareAndExchangeRelease(o, 11, 13) + " " + o.i);
    while (!I.weakCompareAndSet(o, 13, 14)) {}
    while (!I.weakCompareAndSetPlain(o, 14, 15)) {}
    while (!I.weakCompareAndSetAcquire(o, 15, 16)) {}
    while (!I.weakCompareAndSetRelease(o, 16, 17)) {}
    System.out.println(o.i + " " + I.weakCompareAndSet(o, 99, 1));
    System.out.println((int) I.getAndSet(o, 20) + " " + (int) I.getAndSetAcquire(o, 21) + " " + (int) I.getAndSetRelease(o, 22) + " "
        + (int) I.getAndAdd(o, 5) + " " + (int) I.getAndAddAcquire(o, -1) + " " + (int) I.getAndAddRelease(o, 100) + " " + o.i);
    System.out.println((int) I.getAndBitwiseOr(o, 0xf00) + " " + (int) I.getAndBitwiseAnd(o, 0xf0f) + " " + (int) I.getAndBitwiseXor(o, -1) + " " + o.i);
    System.out.println((int) I.getAndBitwiseOrAcquire(o, 1) + " " + (int) I.getAndBitwiseAndRelease(o, 0xff) + " " + (int) I.getAndBitwiseXorAcquire(o, 3));
    L.setVolatile(o, 1L << 40);
    System.out.println((long) L.getAndAdd(o, 1L) + " " + L.compareAndSet(o, (1L << 40) + 1, -5L) + " " + (long) L.getAndBitwiseAnd(o, 0xffL) + " " + o.l);
    System.out.println((long) L.compareAndExchange(o, 251L, Long.MIN_VALUE) + " " + (long) L.getAndSet(o, 4L));
    String s = (String) REF.getAndSet(o, "next");
    System.out.println(s + " " + REF.compareAndSet(o, "next", "third") + " " + REF.compareAndSet(o, new String("third"), "no") + " "
        + (String) REF.compareAndExchange(o, "third", null) + " " + o.ref + " " + REF.compareAndSet(o, null, "x") + (String) REF.getVolatile(o));
    System.out.println((int) SI.getAndAdd(1) + " " + SI.compareAndSet(101, 5) + " " + (int) SI.get() + " " + si);
    SO.setRelease((Object) "obj");
    System.out.println((Object) SO.getAcquire() + " " + (Object) SO.getAndSet((Object) null) + " " + so);
    System.out.println((int) FIN.get(o) + " " + FIN.isAccessModeSupported(VarHandle.AccessMode.SET) + " "
        + FIN.isAccessModeSupported(VarHandle.AccessMode.GET_VOLATILE));
    try {
      FIN.set(o, 8);
    } catch (UnsupportedOperationException e) {
      System.out.println("final field");
    }
    try {
      I.set((VarHandleFields) null, 5);
    } catch (NullPointerException e) {
      System.out.println("null receiver");
    }
    try {
      REF.getAndAdd(o, "x");
    } catch (UnsupportedOperationException e) {
      System.out.println("no numeric update of references");
    }
    try {
      Object bad = "text";
      REF.set(o, (Object) 5);
    } catch (ClassCastException | java.lang.invoke.WrongMethodTypeException e) {
      System.out.println("wrong type");
    }
    System.out.println(I.varType() + " " + I.coordinateTypes() + " " + SI.coordinateTypes() + " " + REF.varType().getSimpleName());
    VarHandle.fullFence();
    VarHandle.acquireFence();
    VarHandle.releaseFence();
    VarHandle.loadLoadFence();
    VarHandle.storeStoreFence();
  }
}
