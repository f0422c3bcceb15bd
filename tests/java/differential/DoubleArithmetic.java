// double arithmetic: NaN, infinities, signed zeros, denormals, remainder.
public class DoubleArithmetic {
  static final double[] V = {0.0, -0.0, 1, -1, 0.1, 2.5, -7.75, 1e308, -1e308, Double.MIN_VALUE, Double.MIN_NORMAL,
    Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 9007199254740992.0};

  static String hex(double d) {
    return Long.toHexString(Double.doubleToLongBits(d));
  }

  public static void main(String[] args) {
    for (double a : V) {
      System.out.println(hex(a) + ": neg " + hex(-a) + " raw " + Long.toHexString(Double.doubleToRawLongBits(a)));
      for (double b : V) {
        System.out.println(hex(a + b) + " " + hex(a - b) + " " + hex(a * b) + " " + hex(a / b) + " " + hex(a % b));
      }
    }
    System.out.println(0.1 + 0.2);
    System.out.println(1.0 - 0.9);
    System.out.println(100 * 1.1);
    System.out.println(9007199254740992.0 + 1.0);
    System.out.println(5.0 % -3.0);
    System.out.println(-5.0 % 3.0);
    System.out.println(1e300 % 7.0);
    double h = 0;
    for (int i = 1; i <= 1000; i++) h += 1.0 / i;
    System.out.println(h);
    System.out.println((float) h);
  }
}
