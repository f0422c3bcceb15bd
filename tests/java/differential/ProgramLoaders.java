import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;

/** Loaders of the program: what they define, whom they ask, and that two loaders' classes of one name are two classes. */
public class ProgramLoaders {
  public interface Counter { int next(); }

  public static class Base {
    public String who() { return "base of " + getClass().getName(); }
  }

  public static class Box extends Base implements Counter {
    static int count;
    static final Base SHARED = new Base();
    final Part part = new Part(this);
    public int next() { return ++count; }
    public Object shared() { return SHARED; }
    public Object part() { return part; }
    public Class<?>[] array() { return new Class<?>[] {Part[].class, int[].class, Box.class}; }
    public Runnable lambda() { return () -> count += 10; }
    public boolean same(Object o) { return o instanceof Box; }
    @Override public String toString() { return "Box " + count + " " + part; }
  }

  public static class Part {
    final Box box;
    Part(Box box) { this.box = box; }
    @Override public String toString() { return "part of a box"; }
  }

  public static class Failing {
    static { if (true) throw new IllegalStateException("no"); }
  }

  public static class Lonely {
    public static Object make() { return new Gone(); }
    public static String fine() { return "fine"; }
  }

  public static class Gone { }

  /** Defines the nested classes that it is told to, and delegates the rest. */
  static class Own extends ClassLoader {
    final List<String> own;
    final List<String> asked = new ArrayList<>();
    Own(String... own) {
      super(ProgramLoaders.class.getClassLoader());
      this.own = Arrays.asList(own);
    }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (name.equals("ProgramLoaders$Gone") && !own.contains("Gone")) throw new ClassNotFoundException(name);
        if (!name.startsWith("ProgramLoaders$") || !own.contains(name.substring(15))) return super.loadClass(name, resolve);
        Class<?> c = findLoadedClass(name);
        return c != null ? c : findClass(name);
      }
    }
    Class<?> defineClassFrom(String from, String name) throws ClassNotFoundException {
      byte[] bytes = bytes(from);
      return defineClass(name, bytes, 0, bytes.length);
    }
    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
      asked.add(name.substring(15));
      byte[] bytes = bytes(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  static byte[] bytes(String name) throws ClassNotFoundException {
    try (InputStream in = ProgramLoaders.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      if (in == null) throw new ClassNotFoundException(name);
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  public static void main(String[] args) throws Exception {
    Own a = new Own("Box", "Part"), b = new Own("Box", "Part", "Base");
    Class<?> x = a.loadClass("ProgramLoaders$Box"), y = b.loadClass("ProgramLoaders$Box");
    System.out.println((x == y) + " " + (x == Box.class) + " " + (x == a.loadClass("ProgramLoaders$Box")) + " " + (x == Class.forName("ProgramLoaders$Box", true, a)));
    System.out.println((x.getClassLoader() == a) + " " + (y.getClassLoader() == b) + " " + x.getName().equals(y.getName()) + " " + x.getPackageName().isEmpty());
    System.out.println((x.getModule() == a.getUnnamedModule()) + " " + x.getModule().isNamed());
    System.out.println((x.getSuperclass() == Base.class) + " " + (y.getSuperclass() == Base.class) + " " + Counter.class.isAssignableFrom(x) + " " + Counter.class.isAssignableFrom(y));
    Object p = x.getDeclaredConstructor().newInstance(), q = y.getDeclaredConstructor().newInstance();
    Counter c = (Counter) p, d = (Counter) q;
    System.out.println(c.next() + " " + c.next() + " " + d.next() + " " + new Box().next());
    System.out.println(p + " | " + q + " | " + (p instanceof Base) + " " + (q instanceof Base) + " " + (p instanceof Box));
    System.out.println(x.getMethod("same", Object.class).invoke(p, q) + " " + x.getMethod("same", Object.class).invoke(p, p));
    try {
      Box box = (Box) p;
      System.out.println(box);
    } catch (ClassCastException e) {
      System.out.println("ClassCastException");
    }
    Class<?> part = x.getMethod("part").invoke(p).getClass();
    System.out.println((part.getClassLoader() == a) + " " + part.getName() + " " + (part.getDeclaredConstructor(x).getParameterTypes()[0] == x));
    Class<?>[] array = (Class<?>[]) x.getMethod("array").invoke(p);
    System.out.println((array[0].getComponentType() == part) + " " + (array[2] == x) + " " + (Array.newInstance(part, 1).getClass() == array[0]) + " " + (Class.forName("[LProgramLoaders$Part;", false, a) == array[0]));
    ((Runnable) x.getMethod("lambda").invoke(p)).run();
    System.out.println(c.next() + " " + d.next());
    System.out.println(((Base) p).who() + " " + q.getClass().getMethod("who").invoke(q));
    try {
      a.findClass("ProgramLoaders$Box");
    } catch (LinkageError e) {
      System.out.println(e.getClass().getSimpleName());
    }
    failing();
    unfinished();
    resources(a);
    System.out.println(Thread.currentThread().getContextClassLoader() == ProgramLoaders.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(b);
    System.out.println(Thread.currentThread().getContextClassLoader().loadClass("ProgramLoaders$Box") == y);
    System.out.println(a.asked.contains("Box") + " " + b.asked.get(0).equals("Box") + " " + a.asked.contains("Base"));
  }

  static void failing() throws Exception {
    Own own = new Own("Failing");
    Class<?> k = Class.forName("ProgramLoaders$Failing", false, own);
    for (int i = 0; i < 2; i++) {
      try {
        k.getDeclaredConstructor().newInstance();
      } catch (ExceptionInInitializerError e) {
        System.out.println("initializer: " + e.getCause());
      } catch (NoClassDefFoundError e) {
        System.out.println(e.getMessage());
      }
    }
    try {
      own.loadClass("ProgramLoaders$None");
    } catch (ClassNotFoundException e) {
      System.out.println(e.getMessage());
    }
    try {
      own.defineClassFrom("ProgramLoaders$Part", "Some.Other");
    } catch (NoClassDefFoundError e) {
      System.out.println(e.getMessage());
    }
  }

  static void unfinished() throws Exception {
    Class<?> k = new Own("Lonely").loadClass("ProgramLoaders$Lonely");
    System.out.println(k.getMethod("fine").invoke(null));
    try {
      k.getMethod("make").invoke(null);
    } catch (InvocationTargetException e) {
      System.out.println(e.getCause());
    }
    System.out.println(new Own("Lonely", "Gone").loadClass("ProgramLoaders$Lonely").getMethod("make").invoke(null).getClass().getName());
  }

  static void resources(ClassLoader own) throws Exception {
    URL url = own.getResource("ProgramLoaders$Box.class");
    System.out.println(url.getProtocol() + " " + url.getPath().endsWith("/ProgramLoaders$Box.class") + " " + url.equals(ProgramLoaders.class.getResource("ProgramLoaders$Box.class")));
    try (InputStream in = url.openStream()) {
      System.out.println(Arrays.equals(in.readAllBytes(), bytes("ProgramLoaders$Box")));
    }
    Enumeration<URL> all = own.getResources("ProgramLoaders$Box.class");
    System.out.println(all.nextElement().equals(url) + " " + all.hasMoreElements() + " " + own.getResource("none") + " " + own.getResources("none").hasMoreElements());
    System.out.println(Object.class.getResource("Object.class") + " " + String.class.getResource("none"));
    System.out.println(url.openConnection().getContentLength() == bytes("ProgramLoaders$Box").length);
    URL source = ProgramLoaders.class.getProtectionDomain().getCodeSource().getLocation();
    System.out.println(url.toString().equals(source + "ProgramLoaders$Box.class") + " " + (String.class.getProtectionDomain().getCodeSource() == null));
  }
}
