// Bridge methods, wildcards, bounded types, generic arrays, recursive bounds, covariant returns.
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

public class Generics {
  interface Shape<T extends Shape<T>> {
    T scaled(int k);
  }

  static class Sq implements Shape<Sq>, Cloneable {
    int side = 1;

    @Override public Sq scaled(int k) {
      side *= k;
      return this;
    }

    @Override public Sq clone() {
      try {
        return (Sq) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static class Box<T extends Comparable<? super T>> implements Comparable<Box<T>> {
    T v;

    Box(T v) {
      this.v = v;
    }

    @Override public int compareTo(Box<T> o) {
      return v.compareTo(o.v);
    }

    <R extends Comparable<? super R>> Box<R> map(Function<? super T, ? extends R> f) {
      return new Box<>(f.apply(v));
    }
  }

  abstract static class Handler<E> {
    abstract void handle(E e);

    void all(Collection<? extends E> c) {
      for (E e : c) handle(e);
    }
  }

  static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> c) {
    T best = null;
    for (T t : c) if (best == null || t.compareTo(best) > 0) best = t;
    return best;
  }

  @SafeVarargs
  static <T> List<T> listOf(T... ts) {
    List<T> l = new ArrayList<>();
    for (T t : ts) l.add(t);
    System.out.print(ts.getClass().getSimpleName() + " ");
    return l;
  }

  @SuppressWarnings("unchecked")
  static <T> T[] generic(int n) {
    return (T[]) new Object[n];
  }

  static <X extends Throwable> void sneaky(Throwable t) throws X {
    @SuppressWarnings("unchecked")
    X x = (X) t;
    throw x;
  }

  public static void main(String[] args) {
    Shape<Sq> s = new Sq();
    System.out.println(s.scaled(3).scaled(4).clone().side);
    Box<Integer> b = new Box<>(5);
    System.out.println(b.compareTo(new Box<>(7)) + b.map(i -> "s" + i).v);
    Comparable<Box<Integer>> raw = b;
    try {
      ((Comparable) raw).compareTo("not a box");
    } catch (ClassCastException e) {
      System.out.println("bridge casts");
    }
    Handler<CharSequence> h = new Handler<>() {
      int n;

      @Override void handle(CharSequence e) {
        System.out.print(e.length() + n++ + " ");
      }
    };
    h.all(List.of("a", new StringBuilder("bb")));
    try {
      ((Handler) h).handle(5);
    } catch (ClassCastException e) {
      System.out.println("bridge casts too");
    }
    System.out.println(max(List.of(3, 9, 2)) + max(List.of("x", "yy")));
    System.out.println(listOf(1, 2, 3) + "" + listOf("a") + listOf());
    Object[] arr = Generics.<String>generic(3);
    System.out.println(arr.length);
    try {
      String[] strings = Generics.<String>generic(1);
    } catch (ClassCastException e) {
      System.out.println("heap pollution found");
    }
    try {
      Generics.<RuntimeException>sneaky(new java.io.IOException("checked in disguise"));
    } catch (Exception e) {
      System.out.println(e);
    }
    List<? super Integer> sup = new ArrayList<Number>(List.of(1.5));
    sup.add(4);
    Object first = sup.get(0);
    System.out.println(first + " " + sup);
    Comparator<String> c = Comparator.comparing(String::length);
    System.out.println(c.compare("aaa", "b"));
  }
}
