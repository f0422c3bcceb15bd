// Exceptions of arrays with their messages: bounds, store checks, negative sizes.
public class ArrayErrors {
  interface Act { Object run(); }

  static void attempt(Act a) {
    try {
      System.out.println("ok " + a.run());
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getName() + ": " + e.getMessage());
    }
  }

  static int minus = -1;
  static int three = 3;

  public static void main(String[] args) {
    int[] ints = {1, 2, 3};
    attempt(() -> ints[three]);
    attempt(() -> ints[minus]);
    attempt(() -> ints[Integer.MIN_VALUE]);
    attempt(() -> ints[three] = 5);
    attempt(() -> (new byte[0])[0]);
    attempt(() -> new byte[0].clone()[0]);
    attempt(() -> (new boolean[2])[three]);
    attempt(() -> new long[2][three][three + minus].length);
    attempt(() -> (new double[1][three + 1])[1]);
    attempt(() -> (new double[1][three + 1])[0][4]);
    attempt(() -> new char[] {'a'}[three]);
    attempt(() -> new short[] {1}[three]);
    attempt(() -> new float[] {1}[three]);
    attempt(() -> new Object[] {1}[three]);
    attempt(() -> { Object[] o = new String[1]; o[0] = 1; return o; });
    attempt(() -> { Object[] o = new Integer[1][]; o[0] = new int[0]; return o; });
    attempt(() -> { Object[] o = new Number[1]; o[0] = 1.5; o[0] = null; return o[0]; });
    attempt(() -> { Object[][] o = new String[1][1]; o[0] = new Object[1]; return o; });
    attempt(() -> { Object[][] o = new String[1][1]; o[0][0] = new StringBuilder(); return o; });
    attempt(() -> { Comparable<?>[] o = new Integer[1]; o[0] = "s"; return o; });
    attempt(() -> new int[minus]);
    attempt(() -> new String[minus - 4]);
    attempt(() -> new int[three][minus]);
    attempt(() -> new int[minus][three][]);
    attempt(() -> new int[0][minus]);
    attempt(() -> java.lang.reflect.Array.newInstance(int.class, minus));
    attempt(() -> { System.arraycopy(ints, 0, new int[2], 0, 3); return 0; });
    attempt(() -> { System.arraycopy(ints, -1, new int[2], 0, 1); return 0; });
    attempt(() -> { System.arraycopy(ints, 0, new int[2], 0, -1); return 0; });
    attempt(() -> { System.arraycopy(ints, 0, new long[2], 0, 1); return 0; });
    attempt(() -> { System.arraycopy("no", 0, new long[2], 0, 1); return 0; });
    attempt(() -> { System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2); return 0; });
    attempt(() -> { int[] c = {1, 2, 3, 4, 5}; System.arraycopy(c, 0, c, 1, 4); return c[4] + c[1]; });
    attempt(() -> new java.util.ArrayList<>().get(0));
    attempt(() -> java.util.List.of(1, 2).get(2));
  }
}
