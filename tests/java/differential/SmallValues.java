// Values that are narrower than an int, negative ones above all, where others than bytecode make a box of them or put
// them into a field: reflection on arrays and fields, VarHandles whose types do not match, deserialisation, proxies.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;

public class SmallValues {
  static class Small implements Serializable {
    byte b = -2;
    short s = -300;
    char c = '\ufffe';
    boolean z = true;
    volatile byte q = -128;

    @Override
    public String toString() {
      return b + " " + s + " " + (int) c + " " + z + " " + q;
    }
  }

  interface Narrow {
    byte twice(byte b, short s);
  }

  static void arrays() {
    Object[] arrays = {new byte[] {-2, 3}, new short[] {-300, 7}, new char[] {'\ufffe', 'c'}, new boolean[] {true, false}};
    for (Object a : arrays) {
      Object box = Array.get(a, 0);
      System.out.println(box.getClass() + " " + (box instanceof Character ? (int) (Character) box : box) + " " + box.hashCode());
    }
    System.out.println(Array.get(new byte[] {-1}, 0).equals((byte) -1) + " " + ((Byte) Array.get(new byte[] {-1}, 0) < 0));
    byte[] bytes = BigInteger.valueOf(-70000).toByteArray();
    for (int i = 0; i < bytes.length; i++) System.out.print(Array.get(bytes, i) + " ");
    bytes = BitSet.valueOf(new long[] {-3}).toByteArray();
    for (int i = 0; i < bytes.length; i++) System.out.print(Array.get(bytes, i) + " ");
    System.out.println();
    for (Object wrong : new Object[] {"no array", new String[1]}) {
      try {
        Array.getInt(wrong, 0);
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  static void fields() throws ReflectiveOperationException {
    for (String name : new String[] {"b", "s", "c", "z", "q"}) {
      Field f = Small.class.getDeclaredField(name);
      Small o = new Small();
      Object before = f.get(o);
      f.set(o, name.equals("z") ? (Object) false : name.equals("c") ? (Object) '\uff00' : (Object) (byte) -66);
      System.out.println(name + " " + before + " " + before.hashCode() + " " + o);
    }
  }

  static void handles() throws Throwable {
    for (String name : new String[] {"b", "s", "c", "q"}) {
      Class<?> type = name.equals("s") ? short.class : name.equals("c") ? char.class : byte.class;
      VarHandle v = MethodHandles.lookup().findVarHandle(Small.class, name, type);
      Object value = type == short.class ? (Object) (short) -555 : type == char.class ? (Object) '\uff00' : (Object) (byte) -55;
      for (VarHandle.AccessMode mode : VarHandle.AccessMode.values()) {
        Small o = new Small();
        MethodHandle h = v.toMethodHandle(mode);
        int n = h.type().parameterCount();
        Object result = n == 1 ? h.invokeWithArguments(o) : n == 2 ? h.invokeWithArguments(o, value) : h.invokeWithArguments(o, v.get(o), value);
        System.out.println(mode + " " + (result instanceof Character ? (int) (Character) result : result) + " " + o);
      }
      Object got = v.get(new Small());
      System.out.println(got.getClass() + " " + got.hashCode());
    }
  }

  public static void main(String[] args) throws Throwable {
    arrays();
    fields();
    handles();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ObjectOutputStream(out).writeObject(new Object[] {new Small(), (byte) -1, (short) -2, new byte[] {-3}});
    System.out.println(Arrays.deepToString((Object[]) new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject()));
    Narrow proxy = (Narrow) Proxy.newProxyInstance(SmallValues.class.getClassLoader(), new Class<?>[] {Narrow.class},
        (self, method, given) -> {
          System.out.println(Arrays.toString(given));
          return (byte) -4;
        });
    System.out.println(proxy.twice((byte) -1, (short) -2));
    System.out.println(MethodHandles.constant(byte.class, (byte) -7).invoke() + " " + SmallValues.class.getDeclaredMethod("minus").invoke(null));
  }

  static short minus() {
    return -2;
  }
}
