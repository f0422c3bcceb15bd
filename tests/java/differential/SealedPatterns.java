// Sealed hierarchies and instanceof with patterns, with their scopes.
import java.util.List;

public class SealedPatterns {
  sealed interface Expr permits Num, Add, Mul, Neg {}
  record Num(int value) implements Expr {}
  record Add(Expr l, Expr r) implements Expr {}
  record Mul(Expr l, Expr r) implements Expr {}
  static non-sealed class Neg implements Expr {
    final Expr e;

    Neg(Expr e) {
      this.e = e;
    }
  }

  static int eval(Expr e) {
    if (e instanceof Num n) return n.value();
    if (e instanceof Add a) return eval(a.l()) + eval(a.r());
    if (e instanceof Mul m) return eval(m.l()) * eval(m.r());
    if (!(e instanceof Neg n)) throw new AssertionError();
    return -eval(n.e);
  }

  static String show(Object o) {
    if (o instanceof String s && s.length() > 3) return "long " + s.toUpperCase();
    if (o instanceof String s) return "short " + s;
    if (o instanceof Integer i && i > 10 || o instanceof Long) return "number";
    if (o instanceof int[] a && a.length > 0) return "array from " + a[0];
    if (!(o instanceof List<?> l)) return "other";
    return "list " + l.size();
  }

  public static void main(String[] args) {
    Expr e = new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))));
    System.out.println(eval(e));
    System.out.println(new Add(new Num(1), new Num(2)));
    for (Object o : new Object[] {"abc", "abcd", 5, 50, 5L, new int[] {9}, new int[0], List.of(1, 2), null})
      System.out.println(show(o));
    System.out.println(Expr.class.isSealed() + " " + Expr.class.getPermittedSubclasses().length + " " + Neg.class.isSealed());
    Object x = "scope";
    while (!(x instanceof Integer i)) x = x.toString().length();
    System.out.println(i + 1);
  }
}
