import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.Optional;
import sun.misc.Unsafe;

/** Reflection changes a final field that main reads, before the first choice among the threads, in none of the usual ways. */
public class FinalChangedUnder {
  static class Box implements Cloneable {
    final int value;
    Box(int value) { this.value = value; }
    @Override public Box clone() throws CloneNotSupportedException { return (Box) super.clone(); }
  }

  interface Reader { int read(Box box) throws Throwable; }

  static Thread writer(Field field, Object of, Object value) {
    field.setAccessible(true);
    Thread t = new Thread(() -> {
      try {
        field.set(of, value);
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    return t;
  }

  public static void main(String[] args) throws Throwable {
    if (args[0].equals("optional")) {
      Optional<String> optional = Optional.of("1");
      Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
      unsafe.setAccessible(true);
      Unsafe u = (Unsafe) unsafe.get(null);
      long offset = u.objectFieldOffset(Optional.class.getDeclaredField("value"));
      Thread t = new Thread(() -> u.putObject(optional, offset, "2"));
      t.start();
      System.out.println(optional.get());
      t.join();
      return;
    }
    Box box = new Box(1);
    Field field = Box.class.getDeclaredField("value");
    Field other = Box.class.getDeclaredField("value");
    MethodHandle getter = MethodHandles.lookup().findGetter(Box.class, "value", int.class);
    VarHandle handle = MethodHandles.lookup().findVarHandle(Box.class, "value", int.class);
    Reader reader = switch (args[0]) {
      case "clone" -> b -> b.clone().value;
      case "field" -> b -> other.getInt(b);
      case "method" -> b -> (int) getter.invokeExact(b);
      default -> b -> (int) handle.get(b);
    };
    Thread t = writer(field, box, 2);
    System.out.println(reader.read(box));
    t.join();
  }
}
