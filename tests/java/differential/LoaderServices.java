import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;

/** Services that a loader of the program provides: it names the providers and defines one of them. */
public class LoaderServices {
  public interface Plugin { String name(); }
  public static class Near implements Plugin { public String name(){ return "near "+(getClass().getClassLoader()==LoaderServices.class.getClassLoader()); } }
  public static class Far implements Plugin { public String name(){ return "far "+(getClass().getClassLoader()==LoaderServices.class.getClassLoader()); } }
  /** Finds a provider file of its own, and defines the provider itself. */
  static class L extends ClassLoader {
    L() { super(LoaderServices.class.getClassLoader()); }
    @Override protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(n)) {
        if (!n.equals("LoaderServices$Far")) return super.loadClass(n, r);
        Class<?> c = findLoadedClass(n);
        if (c != null) return c;
        try (InputStream in = LoaderServices.class.getResourceAsStream("LoaderServices$Far.class")) {
          byte[] b = in.readAllBytes();
          return defineClass(n, b, 0, b.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(n);
        }
      }
    }
    @Override protected Enumeration<URL> findResources(String name) throws IOException {
      if (!name.equals("META-INF/services/LoaderServices$Plugin")) return Collections.emptyEnumeration();
      URL u = new URL(null, "mem:providers", new URLStreamHandler() {
        @Override protected URLConnection openConnection(URL url) {
          return new URLConnection(url) {
            @Override public void connect() { }
            @Override public InputStream getInputStream() { return new ByteArrayInputStream("LoaderServices$Near # one\n\nLoaderServices$Far\n".getBytes());
            }
          };
        }
      });
      return Collections.enumeration(List.of(u));
    }
  }

  public static void main(String[] z) throws Exception {
    for (Plugin p : ServiceLoader.load(Plugin.class, new L())) System.out.println(p.name());
    for (Plugin p : ServiceLoader.load(Plugin.class)) System.out.println("? " + p.name());
    System.out.println(ServiceLoader.load(Plugin.class, new L()).stream().count());
    Thread.currentThread().setContextClassLoader(new L());
    System.out.println(ServiceLoader.load(Plugin.class).findFirst().get().name());
  }
}
