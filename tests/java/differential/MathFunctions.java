// The functions of Math whose results are exact.
public class MathFunctions {
  static void attempt(String name, java.util.function.Supplier<Object> s) {
    try {
      System.out.println(name + " = " + s.get());
    } catch (ArithmeticException e) {
      System.out.println(name + " throws " + e.getMessage());
    }
  }

  public static void main(String[] args) {
    int[] v = {0, 1, -1, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE};
    for (int a : v)
      for (int b : v) {
        attempt("addExact " + a + " " + b, () -> Math.addExact(a, b));
        attempt("multiplyExact " + a + " " + b, () -> Math.multiplyExact(a, b));
        attempt("floorMod " + a + " " + b, () -> Math.floorMod(a, b));
        attempt("floorDiv " + a + " " + b, () -> Math.floorDiv(a, b));
      }
    attempt("subtractExact", () -> Math.subtractExact(Long.MIN_VALUE, 1L));
    attempt("multiplyExact", () -> Math.multiplyExact(Long.MIN_VALUE, -1L));
    attempt("multiplyExact", () -> Math.multiplyExact(3037000500L, 3037000500L));
    attempt("multiplyHigh", () -> Math.multiplyHigh(Long.MAX_VALUE, -12345678901L));
    attempt("negateExact", () -> Math.negateExact(Integer.MIN_VALUE));
    attempt("toIntExact", () -> Math.toIntExact(1L << 31));
    attempt("incrementExact", () -> Math.incrementExact(Integer.MAX_VALUE));
    attempt("abs", () -> Math.abs(Integer.MIN_VALUE) + " " + Math.abs(-5L) + " " + Math.abs(-0.0) + " " + Math.abs(-2.5f));
    double[] d = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1e300, Double.NaN,
      Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 123.456};
    for (double x : d)
      System.out.println(x + ": " + Math.floor(x) + " " + Math.ceil(x) + " " + Math.rint(x) + " " + Math.round(x) + " "
          + Math.round((float) x) + " " + Math.sqrt(x) + " " + Math.signum(x) + " " + Math.ulp(x) + " "
          + Math.nextUp(x) + " " + Math.nextDown(x) + " " + Math.getExponent(x) + " " + Math.scalb(x, 3) + " "
          + Math.copySign(1.0, x));
    System.out.println(Math.fma(0.1, 10.0, -1.0) + " " + Math.fma(1e308, 10, -1e308) + " " + Math.fma(0.1f, 10f, -1f));
    System.out.println(Math.IEEEremainder(5, 3) + " " + Math.IEEEremainder(-7.5, 2) + " " + Math.hypot(3, 4));
    System.out.println(Math.nextAfter(1.0, 2.0) + " " + Math.nextAfter(1.0f, 0.0) + " " + Math.toRadians(180) + " "
        + Math.toDegrees(Math.PI));
    System.out.println(Math.min(-0.0, 0.0) + " " + Math.max(-0.0f, 0.0f) + " " + Math.min(3L, 4L) + " " + Math.max(1, 2));
    System.out.println(StrictMath.sqrt(2) + " " + StrictMath.cbrt(27) + " " + StrictMath.pow(2, 10));
  }
}
