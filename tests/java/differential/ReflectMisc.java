// java.lang.reflect.Array, dynamic proxies, annotations kept at run time.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ReflectMisc {
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD})
  @interface Info {
    String value() default "none";
    int level() default 1;
    Class<?> type() default Object.class;
    String[] tags() default {};
    Thread.State state() default Thread.State.NEW;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Inherited
  @interface Inh {}

  @Info(value = "class", level = 5, type = String.class, tags = {"x", "y"}, state = Thread.State.BLOCKED)
  @Inh
  static class Marked {
    @Info("field") int f;

    @Info
    @Deprecated
    void m() {}
  }

  static class Child extends Marked {}

  interface Greeter {
    String greet(String name, int times);

    default String twice(String n) {
      return greet(n, 2);
    }
  }

  public static void main(String[] args) throws Exception {
    Object a = Array.newInstance(int.class, 3);
    Array.set(a, 0, 5);
    Array.setInt(a, 1, 6);
    System.out.println(Array.getLength(a) + " " + Array.get(a, 1) + " " + Array.getLong(a, 0) + " " + a.getClass().getName());
    Object g = Array.newInstance(String.class, 2, 3);
    ((String[][]) g)[1][2] = "s";
    System.out.println(g.getClass().getSimpleName() + Arrays.deepToString((Object[]) g));
    try {
      Array.set(a, 0, "x");
    } catch (IllegalArgumentException e) {
      System.out.println("wrong type");
    }
    try {
      Array.get(a, 3);
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println("bounds");
    }
    try {
      Array.getLength("no");
    } catch (IllegalArgumentException e) {
      System.out.println("not an array");
    }
    Info i = Marked.class.getAnnotation(Info.class);
    System.out.println(i.value() + i.level() + i.type().getSimpleName() + Arrays.toString(i.tags()) + i.state());
    Info m = Marked.class.getDeclaredMethod("m").getAnnotation(Info.class);
    System.out.println(m.value() + m.level() + m.tags().length + Marked.class.getDeclaredMethod("m").isAnnotationPresent(Deprecated.class)
        + Marked.class.getDeclaredField("f").getAnnotation(Info.class).value());
    System.out.println(Child.class.isAnnotationPresent(Inh.class) + " " + Child.class.isAnnotationPresent(Info.class) + " "
        + Marked.class.getAnnotations().length + " " + m.annotationType().getSimpleName() + " "
        + m.equals(Marked.class.getDeclaredMethod("m").getAnnotation(Info.class)) + m.equals(i));
    InvocationHandler h = (proxy, method, as) -> {
      if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, as);
      if (method.getName().equals("toString")) return "proxy!";
      if (as != null && as[0] == null) throw new IllegalStateException("no name");
      return method.getName() + " " + as[0] + " x" + as[1];
    };
    Greeter p = (Greeter) Proxy.newProxyInstance(ReflectMisc.class.getClassLoader(), new Class<?>[] {Greeter.class}, h);
    System.out.println(p.greet("ann", 3) + " " + p + " " + Proxy.isProxyClass(p.getClass()) + " " + (p instanceof Greeter));
    try {
      p.greet(null, 0);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }
}
