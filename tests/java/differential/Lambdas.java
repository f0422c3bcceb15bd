// Lambdas: captures of every type, recursion, currying, exceptions, identity, nested and in field initialisers.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.*;

public class Lambdas {
  private int field = 10;
  static IntUnaryOperator fact;
  final Supplier<String> init = () -> "field " + this.field;
  static final Function<Integer, Function<Integer, Function<Integer, Integer>>> CURRY = a -> b -> c -> a * b + c;

  interface Tri<A, B, C, R> {
    R go(A a, B b, C c);

    default <S> Tri<A, B, C, S> then(Function<? super R, ? extends S> f) {
      return (a, b, c) -> f.apply(go(a, b, c));
    }
  }

  interface Prims {
    double mix(byte b, short s, char c, int i, long l, float f, double d, boolean z);
  }

  interface Thrower<X extends Exception> {
    void run() throws X;
  }

  IntSupplier counter() {
    return () -> field++;
  }

  static String captureAll(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, int[] a) {
    Supplier<String> sup = () -> b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + z + " " + t + " " + a[0];
    a[0]++;
    return sup.get();
  }

  public static void main(String[] args) throws Exception {
    Lambdas o = new Lambdas();
    IntSupplier k = o.counter();
    System.out.println(k.getAsInt() + k.getAsInt() + " " + o.field + " " + o.init.get());
    fact = n -> n <= 1 ? 1 : n * fact.applyAsInt(n - 1);
    System.out.println(fact.applyAsInt(10) + " " + CURRY.apply(3).apply(4).apply(5));
    System.out.println(captureAll((byte) -1, (short) 300, 'q', 5, 1L << 40, 1.5f, 2.25, true, "t", new int[] {41}));
    Tri<Integer, Long, String, String> t = (a, b, c) -> a + b + c;
    System.out.println(t.then(String::length).then(n -> n * 2).go(1, 2L, "xyz"));
    Prims p = (b, s, c, i, l, f, d, z) -> z ? b + s + c + i + l + f + d : 0;
    System.out.println(p.mix((byte) 1, (short) 2, (char) 3, 4, 5L, 6f, 7d, true));
    Runnable r = () -> {
      Runnable inner = () -> System.out.println("inner " + o.field);
      inner.run();
    };
    r.run();
    Thrower<java.io.IOException> th = () -> {
      throw new java.io.IOException("from lambda");
    };
    try {
      th.run();
    } catch (java.io.IOException e) {
      System.out.println(e.getMessage());
    }
    Callable<Integer> call = () -> 42;
    System.out.println(call.call());
    List<Supplier<Integer>> ss = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int j = i * i;
      ss.add(() -> j);
    }
    for (Supplier<Integer> s : ss) System.out.print(s.get() + " ");
    System.out.println();
    Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
    System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<Integer>identity().apply(9));
    Predicate<String> empty = String::isEmpty;
    System.out.println(empty.negate().and(x -> x.length() < 3).or(x -> x.equals("long one")).test("ab"));
    BinaryOperator<Integer> max = BinaryOperator.maxBy((x, y) -> x - y);
    UnaryOperator<String> up = String::toUpperCase;
    ToIntFunction<String> len = String::length;
    ObjIntConsumer<String> print = (x, n) -> System.out.print(x.repeat(n) + "\n");
    print.accept(up.apply("ab"), max.apply(2, 3));
    System.out.println(len.applyAsInt("four") + " " + ((Supplier<Object>) () -> new int[0].length).get());
    Object obj = (Runnable & java.io.Serializable) () -> {};
    System.out.println((obj instanceof java.io.Serializable) + " " + (obj instanceof Runnable) + " "
        + (obj.getClass().getInterfaces().length));
    Object lam = (Runnable) () -> {};
    System.out.println((lam instanceof java.io.Serializable) + " " + lam.getClass().isSynthetic() + " " + lam.equals(lam));
  }
}
