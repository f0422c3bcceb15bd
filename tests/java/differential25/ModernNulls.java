// Messages of NullPointerException and MatchException around the newer constructs.
import java.util.*;

public class ModernNulls {
  record R(String s, int[] a) {}
  sealed interface S permits A, B {}
  record A(R r) implements S {}
  record B(int k) implements S {}

  static void attempt(Runnable r) {
    try {
      r.run();
      System.out.println("no exception");
    } catch (NullPointerException e) {
      System.out.println("NPE " + e.getMessage());
    }
  }

  static int go(S s) {
    return switch (s) {
      case A(R(String t, int[] a)) -> t.length() + a[0];
      case A(var r) -> -1;
      case B b -> b.k();
    };
  }

  public static void main(String[] args) {
    System.out.println(go(new A(null)) + " " + go(new B(3)) + " " + go(new A(new R("x", new int[] {5}))));
    attempt(() -> go(new A(new R(null, null))));
    attempt(() -> go(new A(new R("x", null))));
    attempt(() -> new R(null, null).s().length());
    R r = null;
    attempt(() -> r.s());
    attempt(() -> List.of(1).reversed().contains(null));
    var m = new HashMap<String, Integer>();
    attempt(() -> { int k = m.get("none"); });
  }
}
