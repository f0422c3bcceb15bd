// MethodHandles: asType, insertArguments, filters, guards, spreaders and collectors.
import java.lang.invoke.*;
import static java.lang.invoke.MethodType.methodType;

public class MethodHandleCombinators {
  static int add(int a, int b) { return a + b; }
  static boolean even(int a) { return a % 2 == 0; }
  static int half(int a) { return a / 2; }
  static int triple(int a) { return 3 * a + 1; }
  static int recover(RuntimeException e, int a) { return -a; }
  static int risky(int a) { if (a > 5) throw new IllegalArgumentException(); return a; }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    Class<?> c = MethodHandleCombinators.class;
    MethodHandle add = l.findStatic(c, "add", methodType(int.class, int.class, int.class));
    MethodHandle half = l.findStatic(c, "half", methodType(int.class, int.class));
    MethodHandle triple = l.findStatic(c, "triple", methodType(int.class, int.class));
    MethodHandle even = l.findStatic(c, "even", methodType(boolean.class, int.class));
    System.out.println((int) MethodHandles.insertArguments(add, 0, 40).invokeExact(2));
    MethodHandle collatz = MethodHandles.guardWithTest(even, half, triple);
    int n = 7, steps = 0;
    while (n != 1) {
      n = (int) collatz.invokeExact(n);
      steps++;
    }
    System.out.println(steps);
    System.out.println((int) MethodHandles.filterReturnValue(add, half).invokeExact(5, 6));
    System.out.println((int) MethodHandles.filterArguments(add, 0, half, triple).invokeExact(8, 2));
    System.out.println((int) MethodHandles.dropArguments(half, 0, String.class).invokeExact("dropped", 20));
    System.out.println((Object) add.asType(methodType(Object.class, Object.class, Integer.class)).invokeExact((Object) 3, (Integer) 4));
    System.out.println((int) add.asSpreader(int[].class, 2).invokeExact(new int[] {8, 9}));
    MethodHandle risky = l.findStatic(c, "risky", methodType(int.class, int.class));
    MethodHandle rec = l.findStatic(c, "recover", methodType(int.class, RuntimeException.class, int.class));
    MethodHandle safe = MethodHandles.catchException(risky, RuntimeException.class, rec);
    System.out.println((int) safe.invokeExact(3) + " " + (int) safe.invokeExact(9));
    System.out.println((int) MethodHandles.permuteArguments(add, methodType(int.class, int.class), 0, 0).invokeExact(21));
    System.out.println((String) MethodHandles.constant(String.class, "constant").invokeExact() + MethodHandles.identity(int.class).invoke(4));
    MethodHandle elem = MethodHandles.arrayElementGetter(String[].class);
    System.out.println((String) elem.invokeExact(new String[] {"x", "y"}, 1));
  }
}
