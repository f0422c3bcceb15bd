// Generic signatures seen by reflection.
import java.lang.reflect.*;
import java.util.*;

public class GenericReflection {
  static class Base<T, U extends Comparable<U> & Runnable> {
    T t;
    List<? extends U>[] us;
    Map<String, ? super Integer> map;
    <X extends Exception> T go(List<X> l, U[] u) throws X { return null; }
  }

  static abstract class Sub<Q> extends Base<String, Thrd> implements Comparable<Sub<Q>>, Iterable<Q> {}
  static abstract class Thrd implements Comparable<Thrd>, Runnable {}

  public static void main(String[] args) throws Exception {
    System.out.println(Sub.class.getGenericSuperclass());
    System.out.println(Arrays.toString(Sub.class.getGenericInterfaces()));
    for (TypeVariable<?> v : Base.class.getTypeParameters()) System.out.println(v + " " + Arrays.toString(v.getBounds()));
    for (String f : new String[] {"t", "us", "map"}) System.out.println(Base.class.getDeclaredField(f).getGenericType());
    Method m = Base.class.getDeclaredMethod("go", List.class, Comparable[].class);
    System.out.println(m.getGenericReturnType() + " " + Arrays.toString(m.getGenericParameterTypes()) + " " + Arrays.toString(m.getTypeParameters())
        + " " + Arrays.toString(m.getExceptionTypes()));
    ParameterizedType p = (ParameterizedType) Sub.class.getGenericSuperclass();
    System.out.println(p.getRawType() + " " + p.getActualTypeArguments()[0] + " " + m.toGenericString());
    System.out.println(m);
    System.out.println(Base.class.toGenericString());
  }
}
