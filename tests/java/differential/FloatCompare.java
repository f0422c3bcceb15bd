// Comparisons with NaN and signed zeros: fcmpl, fcmpg, dcmpl, dcmpg each way round, and the boxed orders.
public class FloatCompare {
  static String cmp(float a, float b) {
    StringBuilder s = new StringBuilder();
    s.append(a < b ? '<' : '.').append(a <= b ? 'l' : '.').append(a > b ? '>' : '.').append(a >= b ? 'g' : '.');
    s.append(a == b ? '=' : '.').append(a != b ? '!' : '.');
    if (!(a < b)) s.append(" nl");
    if (!(a >= b)) s.append(" ng");
    return s.toString();
  }

  static String cmp(double a, double b) {
    StringBuilder s = new StringBuilder();
    s.append(a < b ? '<' : '.').append(a <= b ? 'l' : '.').append(a > b ? '>' : '.').append(a >= b ? 'g' : '.');
    s.append(a == b ? '=' : '.').append(a != b ? '!' : '.');
    if (!(a < b)) s.append(" nl");
    if (!(a >= b)) s.append(" ng");
    return s.toString();
  }

  public static void main(String[] args) {
    float[] fs = {0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE};
    for (float a : fs)
      for (float b : fs)
        System.out.println(a + " " + b + " " + cmp(a, b) + " " + Float.compare(a, b) + " "
            + Float.valueOf(a).equals(b) + " " + Math.min(a, b) + " " + Math.max(a, b));
    double[] ds = {0d, -0d, 1d, -1d, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE};
    for (double a : ds)
      for (double b : ds)
        System.out.println(a + " " + b + " " + cmp(a, b) + " " + Double.compare(a, b) + " "
            + Double.valueOf(a).equals(b) + " " + Math.min(a, b) + " " + Math.max(a, b));
    System.out.println(Float.hashCode(-0f) + " " + Float.hashCode(0f) + " " + Float.hashCode(Float.NaN));
    System.out.println(Double.hashCode(-0d) + " " + Double.hashCode(1.5) + " " + Double.hashCode(Double.NaN));
    int odd = Float.floatToIntBits(Float.intBitsToFloat(0x7fc12345));
    System.out.println(Integer.toHexString(odd) + " "
        + Long.toHexString(Double.doubleToLongBits(Double.longBitsToDouble(0x7ff8000000abcdefL))));
  }
}
