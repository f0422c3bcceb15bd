import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What javac writes differently for different releases: private members of nested classes (accessors and synthetic constructor arguments before 11),
 * string concatenation (StringBuilder before 9), try-with-resources, switches over strings and enums, lambdas, bridges, class literals.
 * Two threads work on the private fields of their outer class.
 */
public class OldShapes {
  private int count;
  private static long total = 5;
  private String text = "t";

  private int add(int n) { return count += n; }
  private static String join(Object... parts) { return Arrays.toString(parts); }

  private class Part {
    private int own = 3;
    private Part() { count++; total *= 2; text += own; }
    private int both() { return own + add(own--) + ++count - count--; }
    private class Deep { private long sum() { return own + count + total + OldShapes.this.add(1); } }
  }

  private static final class Hidden {
    private final String name;
    private Hidden(String name) { this.name = name; }
  }

  private enum Color { RED { @Override String name2() { return "r"; } }, GREEN, BLUE; String name2() { return name().toLowerCase(); } }

  private static abstract class Shape<T extends Comparable<T>> implements Comparable<Shape<T>> {
    abstract T key();
    @Override public int compareTo(Shape<T> other) { return key().compareTo(other.key()); }
  }

  private static class Named extends Shape<String> {
    private final String s;
    Named(String s) { this.s = s; }
    @Override String key() { return s; }
    protected Named self() { return this; }
  }

  interface Greeter { String name(); default String greet() { return "hello " + name(); } static Greeter of(String s) { return () -> s; } }

  static class Resource implements AutoCloseable {
    private final String name;
    Resource(String name) { this.name = name; System.out.println("open " + name); }
    @Override public void close() { System.out.println("close " + name); if (name.equals("b")) throw new IllegalStateException("close " + name); }
  }

  private static int colors(Color c) {
    switch (c) {
      case RED: return 1;
      case BLUE: return 3;
      default: return c.ordinal();
    }
  }

  private static int strings(String s) {
    switch (s) {
      case "Aa": case "BB": return s.charAt(0);
      case "long text": return 7;
      default: return -1;
    }
  }

  private static int nested(int n) {
    try {
      try {
        if (n == 0) throw new IllegalArgumentException("zero");
        return 10 / (n - 1);
      } finally {
        total += n;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      return e.getMessage().length();
    } finally {
      if (n > 5) total = -total;
    }
  }

  private static void resources() throws Exception {
    try (Resource a = new Resource("a"); Resource b = new Resource("b"); Resource none = null) {
      System.out.println("in " + a.name + b.name + none);
      throw new Exception("body");
    } catch (Exception e) {
      System.out.println(e + " " + Arrays.toString(e.getSuppressed()));
    }
  }

  private void threads() throws InterruptedException {
    count = 0;
    Runnable increment = () -> { synchronized (this) { count++; text += count; } };
    Thread a = new Thread(increment);
    Thread b = new Thread(new Runnable() {
      @Override public void run() { synchronized (OldShapes.this) { add(1); text += count; } }
    });
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(count + text);
  }

  public static void main(String[] args) throws Exception {
    OldShapes o = new OldShapes();
    Part p = o.new Part();
    System.out.println(p.both() + " " + p.own + " " + p.new Deep().sum() + " " + o.count + o.text + total);
    p.own += 4;
    p.own <<= 2;
    o.text += 'c' + 1 + 2L + 1.5f + "|" + null + "" + true;
    System.out.println(p.own + o.text + new Hidden("h").name + join(1, 'x', null) + join());
    for (Color c : Color.values()) System.out.println(c + c.name2() + colors(c) + c.getDeclaringClass().getSimpleName());
    System.out.println(strings("Aa") + " " + strings("BB") + " " + strings("long text") + " " + strings(""));
    System.out.println(nested(0) + " " + nested(1) + " " + nested(3) + " " + nested(6) + " " + total);
    resources();
    List<Shape<String>> shapes = new ArrayList<>(Arrays.asList(new Named("z"), new Named("a") { @Override protected Named self() { return super.self(); } }, new Named("m")));
    shapes.sort(Comparator.<Shape<String>>naturalOrder().reversed());
    for (Iterator<Shape<String>> i = shapes.iterator(); i.hasNext(); ) System.out.println(((Named) i.next()).self().key());
    Function<Integer, Supplier<String>> curried = n -> () -> n + o.text.substring(0, 1) + OldShapes.class.getName() + int[].class;
    System.out.println(curried.apply(4).get() + Greeter.of("you").greet());
    Function<String, Hidden> make = Hidden::new;
    System.out.println(make.apply("made").name + Arrays.asList(3, 1, 2).stream().map(String::valueOf).reduce("", String::concat));
    try {
      Object s = "s";
      System.out.println((Integer) s);
    } catch (ClassCastException e) {
      System.out.println("cast");
    }
    o.threads();
  }
}
