import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntSupplier;

/** Two classes of one name, by two loaders of the program; lost updates of a field and of an array of each, in a lambda of theirs. */
public class OwnLoaders extends ClassLoader {
  static class Part {
    static Part[] parts = new Part[1];
    static int made;

    static IntSupplier adder(int n) {
      return () -> {
        made += n;
        if (parts[0] == null) parts[0] = new Part();
        else made++;
        return made;
      };
    }
  }

  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals("OwnLoaders$Part")) return super.loadClass(name, resolve);
    Class<?> known = findLoadedClass(name);
    if (known != null) return known;
    try (InputStream in = OwnLoaders.class.getResourceAsStream(name + ".class")) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  static IntSupplier adder(int n) throws ReflectiveOperationException {
    var method = new OwnLoaders().loadClass("OwnLoaders$Part").getDeclaredMethod("adder", int.class);
    method.setAccessible(true);
    return (IntSupplier) method.invoke(null, n);
  }

  public static void main(String[] args) throws Exception {
    IntSupplier one = adder(1), ten = adder(10);
    ten.getAsInt();
    Thread other = new Thread(ten::getAsInt);
    other.start();
    one.getAsInt();
    ten.getAsInt();
    other.join();
    // Each time 10, and 1 for each that finds the array filled.
    int all = ten.getAsInt();
    assert all == 43 : "added up to " + all;
  }
}
