// NullPointerExceptions that no line of the trace has thrown have no message: in code that the VM or the JDK makes,
// and those that reflection constructs. What a line has thrown is explained.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class HiddenNulls {
  enum Color { RED }

  record Pair(String a, Integer b) {}

  int field;

  int twice(int x) {
    return 2 * x;
  }

  static void show(String name, Callable<?> call) {
    try {
      System.out.println(name + " " + call.call());
    } catch (Throwable t) {
      System.out.println(name + " " + t);
    }
  }

  static int unbox(Integer i) {
    return i;
  }

  public static void main(String[] args) {
    HiddenNulls none = null;
    ToIntFunction<Integer> value = Integer::intValue;
    Function<Integer, Integer> function = HiddenNulls::unbox;
    Function<String, Integer> length = String::length;
    IntUnaryOperator[] operators = new IntUnaryOperator[1];
    Supplier<Integer> nothing = () -> null;
    IntSupplier unboxes = () -> nothing.get();
    show("value", () -> value.applyAsInt(null));
    show("function", () -> function.apply(null));
    show("length", () -> length.apply(null));
    show("bound", () -> ((IntUnaryOperator) none::twice).applyAsInt(1));
    show("operator", () -> operators[0].applyAsInt(1));
    show("unboxes", () -> unboxes.getAsInt());
    show("field", () -> none.field);
    show("call", () -> none.twice(1));
    show("constructed", () -> NullPointerException.class.getConstructor().newInstance().getMessage());
    show("constructed with a text", () -> NullPointerException.class.getConstructor(String.class).newInstance("text").getMessage());
    show("new", () -> {
      throw new NullPointerException();
    });
    show("handle", () -> {
      try {
        return (int) MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class)).invokeExact((String) null);
      } catch (NullPointerException e) {
        return e.getMessage();
      } catch (Throwable t) {
        return t;
      }
    });
    show("proxy", () -> ((IntSupplier) Proxy.newProxyInstance(HiddenNulls.class.getClassLoader(), new Class<?>[] {IntSupplier.class}, (p, m, a) -> null)).getAsInt());
    show("record", () -> new Pair(null, null).b() + 1);
    show("reflection", () -> HiddenNulls.class.getDeclaredMethod("unbox", Integer.class).invoke(null, (Object) null));
    show("enum", () -> {
      Color c = null;
      switch (c) {
        case RED: return 1;
        default: return 2;
      }
    });
  }
}
