// BigDecimal: scale, rounding modes, division, comparison against equality, texts.
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimals {
  public static void main(String[] args) {
    BigDecimal a = new BigDecimal("123.4500"), b = new BigDecimal("-0.007");
    System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.scale() + " " + a.precision() + " "
        + a.unscaledValue() + " " + a.stripTrailingZeros() + " " + a.negate());
    for (RoundingMode m : RoundingMode.values()) {
      if (m == RoundingMode.UNNECESSARY) continue;
      System.out.print(m);
      for (String s : new String[] {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.1", "-2.5", "-5.5"})
        System.out.print(" " + new BigDecimal(s).setScale(0, m));
      System.out.println();
    }
    System.out.println(BigDecimal.ONE.divide(new BigDecimal(3), 20, RoundingMode.HALF_UP) + " "
        + a.divide(b, MathContext.DECIMAL64) + " " + new BigDecimal("10").divide(new BigDecimal("4")) + " "
        + a.divideToIntegralValue(b) + " " + a.remainder(b));
    try {
      BigDecimal.ONE.divide(new BigDecimal(3));
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      a.setScale(1, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " "
        + new BigDecimal("2.0").compareTo(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").hashCode());
    System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1e5") + " "
        + new BigDecimal("1e5").toPlainString() + " " + new BigDecimal("12345e-10").toEngineeringString() + " "
        + new BigDecimal("0.0000001") + " " + new BigDecimal("-0"));
    System.out.println(a.pow(5) + " " + new BigDecimal(2).sqrt(new MathContext(30)) + " " + a.round(new MathContext(3)) + " "
        + a.movePointLeft(5) + " " + a.movePointRight(5) + " " + a.ulp() + " " + a.max(b) + " " + a.intValue() + " " + a.doubleValue());
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < 100; i++) sum = sum.add(new BigDecimal("0.01"));
    System.out.println(sum);
    System.out.println(new BigDecimal("123456789012345678901234567890.123456789").multiply(new BigDecimal("9.87654321e-20")));
  }
}
