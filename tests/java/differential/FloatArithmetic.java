// float arithmetic: NaN, infinities, signed zeros, denormals, remainder.
public class FloatArithmetic {
  static final float[] V = {0f, -0f, 1f, -1f, 1.5f, 0.1f, 3.4e38f, -3.4e38f, Float.MIN_VALUE, -Float.MIN_VALUE,
    Float.MIN_NORMAL, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 16777216f, 7.25f};

  static String hex(float f) {
    return Integer.toHexString(Float.floatToIntBits(f));
  }

  public static void main(String[] args) {
    for (float a : V) {
      System.out.println(hex(a) + ": neg " + hex(-a) + " raw " + Integer.toHexString(Float.floatToRawIntBits(a)));
      for (float b : V) {
        System.out.println(hex(a + b) + " " + hex(a - b) + " " + hex(a * b) + " " + hex(a / b) + " " + hex(a % b));
      }
    }
    float sum = 0;
    for (int i = 0; i < 1000; i++) sum += 0.1f;
    System.out.println(sum);
    System.out.println(16777216f + 1f);
    System.out.println(1f / 3f);
    System.out.println(2f / 3f * 3f);
    float f = 5;
    f++;
    f *= 2.5;
    System.out.println(f);
    f %= 4;
    System.out.println(f);
  }
}
