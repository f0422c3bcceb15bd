import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;

/** Classes that two threads define: proxies, annotations, hidden classes. Each schedule defines them in another order. */
public class DefinedClasses {
  interface First { int one(); default int twice() { return 2 * one(); } }
  public interface Second { int two(); }
  @Retention(RetentionPolicy.RUNTIME) @interface Mark { int value(); String name() default "none"; }
  @Retention(RetentionPolicy.RUNTIME) public @interface Tag { Class<?> type(); }
  @Mark(3) @Tag(type = String.class) static class X { }
  @Mark(value = 4, name = "y") static class Y { }

  public static class Body implements Runnable {
    static int runs;
    @Override public void run() { runs++; }
    public static int runs() { return runs; }
  }

  static int hidden() {
    try (InputStream in = DefinedClasses.class.getResourceAsStream("DefinedClasses$Body.class")) {
      Class<?> k = MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      Runnable body = (Runnable) k.getDeclaredConstructor().newInstance();
      body.run();
      body.run();
      return k == Body.class || !k.isHidden() ? -1 : (int) k.getMethod("runs").invoke(null);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static int proxies(boolean other) {
    InvocationHandler h = (p, m, a) -> m.getName().equals("one") ? 1 : 2;
    ClassLoader l = DefinedClasses.class.getClassLoader();
    if (other) return ((Second) Proxy.newProxyInstance(l, new Class<?>[] {Second.class}, h)).two();
    Object p = Proxy.newProxyInstance(l, new Class<?>[] {First.class, Second.class}, h);
    return ((First) p).one() + ((Second) p).two() + (Proxy.isProxyClass(p.getClass()) ? 10 : 0);
  }

  static String annotations(Class<?> k) {
    Mark m = k.getAnnotation(Mark.class);
    Tag t = k.getAnnotation(Tag.class);
    return m.value() + m.name() + (t == null ? "" : t.type().getSimpleName());
  }

  static void both(Runnable a, Runnable b) throws InterruptedException {
    Thread t = new Thread(a);
    t.start();
    b.run();
    t.join();
  }

  public static void main(String[] args) throws Exception {
    Object[] seen = new Object[6];
    both(() -> seen[0] = hidden(), () -> seen[1] = hidden());
    both(() -> seen[2] = proxies(true), () -> seen[3] = proxies(false));
    both(() -> seen[4] = annotations(X.class), () -> seen[5] = annotations(Y.class));
    for (Object o : seen) System.out.println(o);
    System.out.println(Body.runs());
    Object p = Proxy.newProxyInstance(DefinedClasses.class.getClassLoader(), new Class<?>[] {First.class}, (x, m, a) -> 7);
    Object q = Proxy.newProxyInstance(DefinedClasses.class.getClassLoader(), new Class<?>[] {First.class}, (x, m, a) -> 8);
    System.out.println((p.getClass() == q.getClass()) + " " + ((First) p).one() + ((First) q).one() + ((First) q).twice());
    System.out.println(X.class.getAnnotation(Mark.class).equals(X.class.getAnnotation(Mark.class)) + " " + Y.class.getAnnotation(Mark.class).annotationType().getSimpleName());
    Set<String> names = new TreeSet<>();
    for (Class<?> k : new Class<?>[] {p.getClass(), q.getClass()}) names.add(k.getName());
    System.out.println(names.size());
  }
}
