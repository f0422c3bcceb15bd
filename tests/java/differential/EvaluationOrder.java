// Operands are evaluated left to right; side effects happen before a later operand throws.
public class EvaluationOrder {
  static int n;

  static int next(String s) {
    System.out.print(s + " ");
    return ++n;
  }

  static int[] arr(String s) {
    System.out.print(s + " ");
    return new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9};
  }

  static int boom() {
    throw new IllegalStateException("boom");
  }

  public static void main(String[] args) {
    System.out.println(next("a") + next("b") * next("c"));
    System.out.println(arr("arr")[next("idx")]);
    int[] x = arr("x");
    n = 0;
    x[next("i")] = x[next("j")] + next("k");
    System.out.println(x[1]);
    int i = 5;
    i = i++ + ++i;
    System.out.println(i);
    i += i++ * 2 + i;
    System.out.println(i);
    try {
      int[] nul = null;
      nul[next("null-index")] = boom();
    } catch (RuntimeException e) {
      System.out.println(e.getMessage());
    }
    try {
      int[] nul = null;
      nul[next("null-index")] = next("value");
    } catch (NullPointerException e) {
      System.out.println("NPE");
    }
    try {
      x[next("far") + 100] = next("value");
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println("AIOOBE");
    }
    boolean t = true;
    System.out.println((t || next("no") > 0) + " " + (!t && next("no") > 0) + " " + (t | next("yes") > 0));
    int y = t ? next("then") : next("else");
    System.out.println(y);
    Integer box = 7;
    Object o = t ? box : 2.5;
    System.out.println(o);
    o = t ? (Object) box : 2.5;
    System.out.println(o);
    char c = 'A';
    System.out.println(false ? 0 : c);
    System.out.println(false ? i : c);
  }
}
