// Casts between floating point and integers: truncation, saturation, NaN, rounding.
public class FloatToInteger {
  public static void main(String[] args) {
    float[] fs = {0f, -0f, 0.99f, -0.99f, 1.5f, -1.5f, 2147483520f, 2147483648f, -2147483648f, -2147483904f, 3e9f, 9.2e18f,
      1e20f, -1e20f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MAX_VALUE, Float.MIN_VALUE, 65.7f};
    for (float f : fs)
      System.out.println((int) f + " " + (long) f + " " + (short) f + " " + (byte) f + " " + (int) (char) f
          + " " + Double.doubleToLongBits((double) f));
    double[] ds = {0d, -0d, 0.99, -0.99, 2147483647.5, 2147483648.0, -2147483648.9, -2147483649.0, 9.223372036854775e18,
      9.223372036854776e18, -9.3e18, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
      1e-320, 3.4028235677973366e38, 3.4028235e38, 1.4e-46, 0.1};
    for (double d : ds)
      System.out.println((int) d + " " + (long) d + " " + (short) d + " " + (byte) d + " " + (int) (char) d
          + " " + Float.floatToIntBits((float) d));
    int[] is = {0, 16777217, -16777217, Integer.MAX_VALUE, Integer.MIN_VALUE, 33554435};
    for (int i : is) System.out.println(i + " " + Float.floatToIntBits((float) i) + " " + (double) i + " " + (int) (float) i);
    long[] ls = {0, 9007199254740993L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 511, Long.MAX_VALUE - 512, 1L << 40};
    for (long l : ls) System.out.println(l + " " + Float.floatToIntBits((float) l) + " " + Double.doubleToLongBits(l) + " " + (long) (double) l + " " + (long) (float) l);
  }
}
