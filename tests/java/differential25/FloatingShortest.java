// The shortest decimal that reads back the same: the rule of Double.toString since 19.
public class FloatingShortest {
  public static void main(String[] args) {
    double[] ds = {2e23, 1e23, 9.999999999999999e22, 4.9e-324, 1e-323, 2.2250738585072014e-308, 8.41e21, 2.0e-3, 9007199254740993.0, 5e-324 * 3,
      1.7976931348623157e308, 2.0 / 3, 123456789012345680.0};
    for (double d : ds) System.out.println(d + " " + -d);
    float[] fs = {1e10f, 16777216f, 33554432f, 1.17549435E-38f, 1.4e-45f, 3.4028235e38f, 0.3f, 8.5899346e9f, 1.0e-3f};
    for (float f : fs) System.out.println(f + " " + f * 3 + " " + new StringBuilder().append(f));
  }
}
