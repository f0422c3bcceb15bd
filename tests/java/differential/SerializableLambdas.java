// Lambdas with marker interfaces and intersection types; default methods reached through the lambda object.
import java.io.Serializable;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;

public class SerializableLambdas {
  interface Marker {}

  interface Named {
    default String nm() {
      return "named " + (this instanceof Marker);
    }
  }

  interface SerFn<A, B> extends Function<A, B>, Serializable {}

  interface StringFn extends Function<String, String> {
    @Override String apply(String s);
  }

  static <T extends Supplier<String> & Named> String both(T t) {
    return t.get() + " " + t.nm();
  }

  public static void main(String[] args) {
    Supplier<String> s = (Supplier<String> & Serializable & Marker) () -> "value";
    System.out.println(s.get() + " " + (s instanceof Serializable) + " " + (s instanceof Marker));
    SerFn<Integer, String> f = Integer::toHexString;
    System.out.println(f.apply(255) + f.andThen(String::length).apply(4096));
    StringFn up = String::toUpperCase;
    Function<String, String> raw = up;
    System.out.println(raw.apply("bridge"));
    try {
      ((Function) raw).apply(5);
    } catch (ClassCastException e) {
      System.out.println("bridge checks its argument");
    }
    System.out.println(both((Supplier<String> & Named & Marker) () -> "both"));
    Comparator<String> c = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
    System.out.println(c.reversed().compare("a", "b") + " " + c.thenComparing(x -> x).compare("a", "a"));
    Named n = new Named() {};
    System.out.println(n.nm());
  }
}
