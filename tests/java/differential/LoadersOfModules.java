import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which of the JDK's loaders defines the classes of a module, what each of them finds, and who provides a service. */
public class LoadersOfModules {
  static String name(ClassLoader l) { return l == null ? "boot" : l == ClassLoader.getSystemClassLoader() ? "system" : l == ClassLoader.getPlatformClassLoader() ? "platform" : "another"; }

  static String found(String type, ClassLoader by) {
    try {
      return name(Class.forName(type, false, by).getClassLoader());
    } catch (ClassNotFoundException e) {
      return "not found: " + e.getMessage();
    }
  }

  /** The order of providers of one loader is that of a hash table. */
  static <S> TreeSet<String> providers(Class<S> service, ClassLoader by) {
    TreeSet<String> out = new TreeSet<>();
    ServiceLoader.load(service, by).stream().forEach(p -> out.add(p.type().getName() + " of " + name(p.type().getClassLoader())));
    return out;
  }

  interface Unknown { }

  public static void main(String[] args) throws Exception {
    ClassLoader system = ClassLoader.getSystemClassLoader(), platform = ClassLoader.getPlatformClassLoader();
    String[] types = {"java.lang.String", "java.sql.Driver", "java.util.logging.Logger", "javax.script.ScriptEngine", "javax.tools.ToolProvider", "com.sun.net.httpserver.HttpServer",
        "com.sun.tools.javac.Main", "jdk.jfr.Event", "java.net.http.HttpClient", "javax.xml.parsers.SAXParser", "LoadersOfModules"};
    for (String type : types) System.out.println(type + ": " + found(type, null) + "; " + found(type, platform) + "; " + found(type, system));
    for (ClassLoader by : new ClassLoader[] {null, platform, system})
      System.out.println(found("[Ljava.sql.Driver;", by) + ", " + found("[LLoadersOfModules;", by) + ", " + found("[[I", by));
    System.out.println(name(java.sql.Driver[].class.getClassLoader()));
    Map<String, String> modules = new TreeMap<>();
    for (Class<?> c : new Class<?>[] {String.class, java.sql.Driver.class, javax.tools.Tool.class, java.util.logging.Level.class, LoadersOfModules.class})
      modules.put(String.valueOf(c.getModule().getName()), name(c.getModule().getClassLoader()));
    System.out.println(modules);
    Class<?>[] services = {java.util.spi.ToolProvider.class, javax.tools.Tool.class, java.security.Provider.class, java.util.random.RandomGenerator.class,
        java.nio.file.spi.FileSystemProvider.class, java.nio.charset.spi.CharsetProvider.class, java.sql.Driver.class, Runnable.class, Unknown.class};
    for (Class<?> service : services)
      for (ClassLoader by : new ClassLoader[] {system, platform}) System.out.println(service.getName() + " by " + name(by) + ": " + providers(service, by));
    StringBuilder files = new StringBuilder();
    for (var p : ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class)) files.append(' ').append(p.getScheme());
    System.out.println(files);  // of the platform loader first
  }
}
