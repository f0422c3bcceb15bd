// Texts of float and double values on which all releases of the JDK since 17 agree.
public class FloatingToString {
  public static void main(String[] args) {
    double[] ds = {0.001, 0.0009999, 1e-3, 1e-4, 9999999.0, 1e7, 12345678.9, 100, 1.0E10, 123456789012.5, 1e21,
      3.141592653589793, 2.718281828459045, 1.0 / 3, 2.0 / 3, 1e-5, 1.2345e-7, 4.35, 0.7, 1e100, Double.MAX_VALUE,
      Double.MIN_NORMAL, 5e-300, 1234567.125, 0.5, 33.333333333333336, 1e15, 1e16, 1.5e300, 65536.0625};
    for (double d : ds) System.out.println(d + " " + -d + " " + (d * 3) + " " + String.valueOf(d).length());
    float[] fs = {0.001f, 1e-4f, 1e7f, 9999999f, 3.1415927f, 1f / 3, 2f / 3, 0.1f, 0.7f,
      Float.MAX_VALUE, 123.456f, 1e-10f, 0.3f};
    for (float f : fs) System.out.println(f + " " + -f + " " + (f * 3) + " " + (double) f);
    StringBuilder sb = new StringBuilder();
    sb.append(1.5f).append(' ').append(2.25).append(' ').append(-0.0).append(' ').append(Float.NaN).append(1e300 * 1e10);
    System.out.println(sb);
    double x = 1;
    for (int i = 0; i < 60; i++) {
      System.out.print(x + " ");
      x = x * -1.7 + 0.3;
    }
    System.out.println();
  }
}
