import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** A program that calls what compiled code leaves to invokedynamic. */
public class MetafactoryCalls {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static int twice(int x) { return 2 * x; }
  private int add(int x) { return field + x; }
  private final int field;
  private MetafactoryCalls(int field) { this.field = field; }
  public interface Marker { }
  public interface Source<T> { T get() throws Exception; default String twice() throws Exception { return get() + "" + get(); } }

  static MethodType type(Class<?> result, Class<?>... parameters) { return MethodType.methodType(result, parameters); }

  public static void main(String[] args) throws Throwable {
    CallSite site = LambdaMetafactory.metafactory(LOOKUP, "applyAsInt", type(IntUnaryOperator.class), type(int.class, int.class),
        LOOKUP.findStatic(MetafactoryCalls.class, "twice", type(int.class, int.class)), type(int.class, int.class));
    IntUnaryOperator f = (IntUnaryOperator) site.getTarget().invokeExact();
    System.out.println(f.applyAsInt(4) + " " + f.andThen(x -> x + 1).applyAsInt(5) + " " + f.getClass().isHidden() + " " + site.type());

    site = LambdaMetafactory.metafactory(LOOKUP, "applyAsInt", type(IntUnaryOperator.class, MetafactoryCalls.class), type(int.class, int.class),
        LOOKUP.findVirtual(MetafactoryCalls.class, "add", type(int.class, int.class)), type(int.class, int.class));
    IntUnaryOperator g = (IntUnaryOperator) site.getTarget().invokeExact(new MetafactoryCalls(100));
    IntUnaryOperator h = (IntUnaryOperator) site.getTarget().invoke(new MetafactoryCalls(200));
    System.out.println(g.applyAsInt(1) + " " + h.applyAsInt(1) + " " + (g.getClass() == h.getClass()));

    ToIntFunction<String> length = (ToIntFunction<String>) LambdaMetafactory.metafactory(LOOKUP, "applyAsInt", type(ToIntFunction.class), type(int.class, Object.class),
        LOOKUP.findVirtual(String.class, "length", type(int.class)), type(int.class, String.class)).getTarget().invoke();
    System.out.println(length.applyAsInt("four"));
    try {
      ((ToIntFunction) length).applyAsInt(7);
    } catch (ClassCastException e) {
      System.out.println("ClassCastException");
    }
    Function<Object, Object> boxed = (Function<Object, Object>) LambdaMetafactory.metafactory(LOOKUP, "apply", type(Function.class), type(Object.class, Object.class),
        LOOKUP.findStatic(MetafactoryCalls.class, "twice", type(int.class, int.class)), type(Integer.class, Integer.class)).getTarget().invokeExact();
    System.out.println(boxed.apply(21));
    Supplier<Object> made = (Supplier<Object>) LambdaMetafactory.metafactory(LOOKUP, "get", type(Supplier.class, int.class), type(Object.class),
        LOOKUP.findConstructor(MetafactoryCalls.class, type(void.class, int.class)), type(MetafactoryCalls.class)).getTarget().invokeExact(9);
    System.out.println(((MetafactoryCalls) made.get()).field + " " + (made.get() == made.get()));

    Object serializable = LambdaMetafactory.altMetafactory(LOOKUP, "apply", type(BiFunction.class, String.class), type(Object.class, Object.class, Object.class),
        LOOKUP.findVirtual(String.class, "replace", type(String.class, CharSequence.class, CharSequence.class)), type(String.class, String.class, String.class),
        LambdaMetafactory.FLAG_SERIALIZABLE | LambdaMetafactory.FLAG_MARKERS, 1, Marker.class).getTarget().invoke("aXb");
    System.out.println(((BiFunction<Object, Object, Object>) serializable).apply("X", "-") + " " + (serializable instanceof Marker) + " " + (serializable instanceof Serializable));

    wrong();
    concat();
    proxies();
  }

  static void wrong() throws Throwable {
    try {
      LambdaMetafactory.metafactory(LOOKUP, "applyAsInt", type(IntUnaryOperator.class, String.class), type(int.class, int.class),
          LOOKUP.findStatic(MetafactoryCalls.class, "twice", type(int.class, int.class)), type(int.class, int.class));
    } catch (LambdaConversionException e) {
      System.out.println(e.getClass().getSimpleName());
    }
    try {
      LambdaMetafactory.metafactory(LOOKUP, "x", type(String.class), type(int.class), MethodHandles.constant(int.class, 1), type(int.class));
    } catch (LambdaConversionException e) {
      System.out.println(e.getMessage());
    }
  }

  static void concat() throws Throwable {
    MethodHandle all = StringConcatFactory.makeConcat(LOOKUP, "c", type(String.class, int.class, String.class, char.class, Object.class)).getTarget();
    System.out.println((String) all.invokeExact(1, "two", '3', (Object) null));
    MethodHandle recipe = StringConcatFactory.makeConcatWithConstants(LOOKUP, "c", type(String.class, long.class, boolean.class), "a\1b\2c\1", "K").getTarget();
    System.out.println((String) recipe.invokeExact(5L, true) + (String) recipe.invoke(6, false));
    try {
      StringConcatFactory.makeConcatWithConstants(LOOKUP, "c", type(String.class, long.class), "a\1\1");
    } catch (StringConcatException e) {
      System.out.println(e.getClass().getSimpleName());
    }
  }

  static void proxies() throws Throwable {
    MethodHandle upper = LOOKUP.findVirtual(String.class, "toUpperCase", type(String.class)).bindTo("abc");
    Callable<?> c = MethodHandleProxies.asInterfaceInstance(Callable.class, upper);
    System.out.println(c.call() + " " + MethodHandleProxies.isWrapperInstance(c) + " " + (MethodHandleProxies.wrapperInstanceType(c) == Callable.class));
    Source<?> s = MethodHandleProxies.asInterfaceInstance(Source.class, upper);
    System.out.println(s.get());
    Comparator<?> order = MethodHandleProxies.asInterfaceInstance(Comparator.class, LOOKUP.findVirtual(String.class, "compareTo", type(int.class, String.class)));
    System.out.println(((Comparator<Object>) order).compare("a", "c"));
  }
}
