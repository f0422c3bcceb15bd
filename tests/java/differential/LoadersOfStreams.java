import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A stream of objects finds classes by the loader of whoever reads it: the innermost frame that is not of the JDK. */
public class LoadersOfStreams {
  public static class Part implements Serializable { public int x = 7; }
  public static class Reader implements Function<byte[], Object> {
    public Object apply(byte[] bytes) {
      try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return in.readObject();
      } catch (Exception e) {
        return e;
      }
    }
  }

  /** Defines the two classes above anew. */
  static class Own extends ClassLoader {
    Own() { super(LoadersOfStreams.class.getClassLoader()); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("LoadersOfStreams$")) return super.loadClass(name, resolve);
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        try (InputStream in = LoadersOfStreams.class.getResourceAsStream(name + ".class")) {
          byte[] b = in.readAllBytes();
          return defineClass(name, b, 0, b.length);
        } catch (java.io.IOException e) {
          throw new ClassNotFoundException(name);
        }
      }
    }
  }

  static String loader(Object o) { return o.getClass().getName() + " of " + (o.getClass().getClassLoader() == LoadersOfStreams.class.getClassLoader() ? "the class path" : "its own loader"); }

  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(new Part()); }
    Own own = new Own();
    @SuppressWarnings("unchecked") Function<byte[], Object> reader = (Function<byte[], Object>) own.loadClass("LoadersOfStreams$Reader").getConstructor().newInstance();
    List<Function<byte[], Object>> readers = new ArrayList<>(List.of(new Reader(), reader, b -> reader.apply(b), b -> List.of(b).stream().map(new Reader()).toList().get(0)));
    for (Function<byte[], Object> r : readers) System.out.println(loader(r.apply(bytes.toByteArray())));
    System.out.println(new Reader().apply("no stream".getBytes()));
  }
}
