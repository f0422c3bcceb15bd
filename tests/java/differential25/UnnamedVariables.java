// Unnamed variables and patterns.
import java.util.*;
import java.util.function.BiFunction;

public class UnnamedVariables {
  record P(int x, Object y) {}

  public static void main(String[] args) {
    int n = 0;
    for (var _ : List.of(1, 2, 3)) n++;
    System.out.println(n);
    try {
      Integer.parseInt("x");
    } catch (NumberFormatException _) {
      System.out.println("not a number");
    }
    BiFunction<Integer, Integer, Integer> first = (a, _) -> a;
    System.out.println(first.apply(4, 5));
    Object o = new P(3, "s");
    System.out.println(switch (o) {
      case P(int x, Integer _) -> "int " + x;
      case P(_, String s) -> "string " + s;
      case P(_, _) -> "other";
      case Integer _, Long _ -> "number";
      default -> "default";
    });
    if (o instanceof P(var x, _)) System.out.println(x);
    try (var _ = new java.io.StringReader("r")) {
      System.out.println("resource without a name");
    }
    var _ = new ArrayDeque<>();
    for (int i = 0, _ = 5; i < 2; i++) System.out.print(i);
    System.out.println();
  }
}
