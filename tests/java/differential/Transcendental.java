import java.util.Random;
import java.util.function.DoubleUnaryOperator;

// StrictMath is fdlibm: the same bits everywhere. Math at arguments where every implementation is exact, and where it is StrictMath.
public class Transcendental {
  static double[] arguments() {
    Random random = new Random(11);
    double[] all = new double[3000];
    for (int i = 0; i < all.length; i++) {
      switch (i % 6) {
        case 0: all[i] = random.nextDouble(); break;
        case 1: all[i] = (random.nextDouble() - 0.5) * 1500; break;
        case 2: all[i] = Double.longBitsToDouble(random.nextLong()); break;
        case 3: all[i] = Math.nextUp(random.nextInt(2000) * Math.PI / 4); break;
        case 4: all[i] = 1 + (random.nextDouble() - 0.5) * Math.scalb(1.0, -random.nextInt(50)); break;
        default: all[i] = (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(120) - 30);
      }
    }
    return all;
  }

  static void bits(String name, double[] arguments, DoubleUnaryOperator f) {
    long sum = 0;
    for (double x : arguments) sum = sum * 31 + Double.doubleToLongBits(f.applyAsDouble(x));
    System.out.println(name + " " + Long.toHexString(sum));
  }

  public static void main(String[] args) {
    double[] v = {0.0, -0.0, 0.1, 0.5, 1, 2, -3.75, 10, 100.25, 1e6, 1e22, -1e-5, Double.NaN, Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY, 709.78, -745.2};
    for (double x : v) {
      System.out.println(x + " exp " + StrictMath.exp(x) + " log " + StrictMath.log(x) + " log10 " + StrictMath.log10(x)
          + " cbrt " + StrictMath.cbrt(x) + " tanh " + StrictMath.tanh(x) + " expm1 " + StrictMath.expm1(x)
          + " log1p " + StrictMath.log1p(x));
    }
    double[] all = arguments();
    bits("sin", all, StrictMath::sin);
    bits("cos", all, StrictMath::cos);
    bits("tan", all, StrictMath::tan);
    bits("asin", all, StrictMath::asin);
    bits("acos", all, StrictMath::acos);
    bits("atan", all, StrictMath::atan);
    bits("exp", all, StrictMath::exp);
    bits("expm1", all, StrictMath::expm1);
    bits("log", all, StrictMath::log);
    bits("log10", all, StrictMath::log10);
    bits("log1p", all, StrictMath::log1p);
    bits("sinh", all, StrictMath::sinh);
    bits("cosh", all, StrictMath::cosh);
    bits("tanh", all, StrictMath::tanh);
    bits("atan2", all, x -> StrictMath.atan2(x, 2.5) + StrictMath.atan2(-3, x));
    bits("Math.atan2", all, x -> Math.atan2(x, 2.5) + Math.asin(x) + Math.acos(x) + Math.atan(x));
    Random gauss = new Random(42);
    bits("nextGaussian", all, x -> gauss.nextGaussian());
    System.out.println(StrictMath.pow(2, 0.5) + " " + StrictMath.pow(-8, 3) + " " + StrictMath.pow(-8, 0.5) + " "
        + StrictMath.atan2(-1, -1) + " " + StrictMath.hypot(1e200, 1e200));
    System.out.println(Math.pow(2, 10) + " " + Math.pow(10, 3) + " " + Math.pow(5, 0) + " " + Math.pow(Double.NaN, 0)
        + " " + Math.pow(2, -3) + " " + Math.pow(-2, 3) + " " + Math.pow(0, -1));
    System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(-0.0) + " " + Math.exp(0) + " " + Math.log(1)
        + " " + Math.log10(1000) + " " + Math.log(0) + " " + Math.exp(Double.NEGATIVE_INFINITY) + " " + Math.log(-1));
  }
}
