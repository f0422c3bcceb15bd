// StrictMath is fdlibm in Java: the same bits everywhere. Math at arguments where every implementation is exact.
public class Transcendental {
  public static void main(String[] args) {
    double[] v = {0.0, -0.0, 0.1, 0.5, 1, 2, -3.75, 10, 100.25, 1e6, 1e22, -1e-5, Double.NaN, Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY, 709.78, -745.2};
    for (double x : v) {
      System.out.println(x + " exp " + StrictMath.exp(x) + " log " + StrictMath.log(x) + " log10 " + StrictMath.log10(x)
          + " cbrt " + StrictMath.cbrt(x) + " tanh " + StrictMath.tanh(x) + " expm1 " + StrictMath.expm1(x)
          + " log1p " + StrictMath.log1p(x));
      // Before JDK 21 these are native code, and jmc's last bit may differ (docs/world.md): compared as floats.
      System.out.println(x + " sin " + (float) StrictMath.sin(x) + " cos " + (float) StrictMath.cos(x) + " tan " + (float) StrictMath.tan(x)
          + " atan " + (float) StrictMath.atan(x) + " asin " + (float) StrictMath.asin(x) + " sinh " + (float) StrictMath.sinh(x));
    }
    System.out.println(StrictMath.pow(2, 0.5) + " " + StrictMath.pow(-8, 3) + " " + StrictMath.pow(-8, 0.5) + " "
        + StrictMath.atan2(-1, -1) + " " + StrictMath.hypot(1e200, 1e200));
    System.out.println(Math.pow(2, 10) + " " + Math.pow(10, 3) + " " + Math.pow(5, 0) + " " + Math.pow(Double.NaN, 0)
        + " " + Math.pow(2, -3) + " " + Math.pow(-2, 3) + " " + Math.pow(0, -1));
    System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(-0.0) + " " + Math.exp(0) + " " + Math.log(1)
        + " " + Math.log10(1000) + " " + Math.log(0) + " " + Math.exp(Double.NEGATIVE_INFINITY) + " " + Math.log(-1));
  }
}
