package sun.misc;

import java.lang.reflect.Field;

/** The shape of JDK 8's class: native methods under their old names. */
public final class Unsafe {
  private static final Unsafe theUnsafe = new Unsafe();

  private static native void registerNatives();

  static {
    registerNatives();
  }

  private Unsafe() {}

  public native long objectFieldOffset(Field f);
  public native long staticFieldOffset(Field f);
  public native Object staticFieldBase(Field f);
  public native int arrayBaseOffset(Class<?> c);
  public native int arrayIndexScale(Class<?> c);
  public native boolean compareAndSwapInt(Object o, long offset, int expected, int x);
  public native boolean compareAndSwapLong(Object o, long offset, long expected, long x);
  public native boolean compareAndSwapObject(Object o, long offset, Object expected, Object x);
  public native int getIntVolatile(Object o, long offset);
  public native void putIntVolatile(Object o, long offset, int x);
  public native Object getObjectVolatile(Object o, long offset);
  public native void putOrderedObject(Object o, long offset, Object x);
  public native void putOrderedInt(Object o, long offset, int x);
  public native long getLong(Object o, long offset);
  public native void park(boolean absolute, long time);
  public native void unpark(Object thread);
  public native Object allocateInstance(Class<?> c) throws InstantiationException;
  public native void throwException(Throwable e);
}
