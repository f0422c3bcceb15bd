// Switch with type patterns, guards, null and default, over a mix of types.
import java.util.*;

public class PatternSwitch {
  static String describe(Object o) {
    return switch (o) {
      case null -> "null";
      case Integer i when i > 100 -> "big int " + i;
      case Integer i -> "int " + i;
      case String s when s.isEmpty() -> "empty string";
      case String s -> "string of " + s.length();
      case int[] a when a.length > 2 -> "long array " + a[2];
      case int[] a -> "array " + Arrays.toString(a);
      case Enum<?> e -> "enum " + e.name();
      case List<?> l -> {
        int n = l.size();
        yield "list " + n;
      }
      case Character c when Character.isDigit(c) -> "digit";
      default -> o.getClass().getSimpleName();
    };
  }

  static void statement(CharSequence c) {
    switch (c) {
      case String s when s.startsWith("x"):
        System.out.println("x-string " + s);
        break;
      case StringBuilder b:
        b.append("!");
        System.out.println("builder " + b);
        break;
      default:
        System.out.println("rest " + c);
    }
  }

  static int calls;

  static boolean guard(int k) {
    calls++;
    return k == 3;
  }

  public static void main(String[] args) {
    for (Object o : new Object[] {null, 5, 500, "", "abc", new int[] {1}, new int[] {1, 2, 3}, Thread.State.NEW, List.of(1, 2), '7', 'x', 2.5, new Object[0]})
      System.out.println(describe(o));
    statement("xyz");
    statement("abc");
    statement(new StringBuilder("sb"));
    try {
      statement(null);
    } catch (NullPointerException e) {
      System.out.println("null selector");
    }
    Object three = 7;
    System.out.println(switch (three) {
      case Integer i when guard(i) -> "first";
      case Integer i when guard(i - 4) -> "second";
      case Integer i -> "third";
      default -> "none";
    } + calls);
  }
}
