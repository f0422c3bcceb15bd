// Constants of every size: iconst, bipush, sipush, ldc, ldc_w, ldc2_w; wide locals and long jumps.
public class LargeConstants {
  static final long BIG = 0x123456789abcdefL;
  static final String TEXT = "const" + 1 + true + 'c' + 2.5 + null;

  static long manyLocals(int n) {
    long a0 = 1, a1 = 2, a2 = 3, a3 = 4, a4 = 5, a5 = 6, a6 = 7, a7 = 8, a8 = 9, a9 = 10;
    double d0 = .5, d1 = 1.5, d2 = 2.5, d3 = 3.5, d4 = 4.5, d5 = 5.5, d6 = 6.5, d7 = 7.5, d8 = 8.5, d9 = 9.5;
    for (int i = 0; i < n; i++) {
      a0 += a9 + i;
      a1 ^= a0;
      a2 -= a1;
      a9 = a2 + a3 + a4 + a5 + a6 + a7 + a8;
      d0 += d9;
      d9 = d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 - d0;
    }
    return a0 + a1 + a2 + a9 + (long) (d0 + d9);
  }

  static int sumAll(int a, long b, float c, double d, byte e, short f, char g, boolean h, String i, int[] j, Object... rest) {
    return (int) (a + b + c + d + e + f + g + (h ? 1 : 0) + i.length() + j[0] + rest.length);
  }

  public static void main(String[] args) {
    System.out.println(-1 + " " + 5 + " " + 6 + " " + 127 + " " + 128 + " " + -128 + " " + -129 + " " + 32767 + " " + 32768
        + " " + -32768 + " " + -32769 + " " + Integer.MIN_VALUE + " " + 0L + " " + 1L + " " + 2L + " " + BIG);
    int v = 0;
    v += -1;
    v += 5;
    v += 6;
    v += 127;
    v += 128;
    v += 32767;
    v += 32768;
    v -= 100000;
    v += -32769;
    System.out.println(v);
    float f = 0f;
    f += 1f;
    f += 2f;
    f += 3f;
    double d = 0.0;
    d += 1.0;
    d += 1e-9;
    System.out.println(f + " " + d + " " + TEXT);
    System.out.println(manyLocals(10));
    System.out.println(sumAll(1, 2L, 3f, 4d, (byte) 5, (short) 6, (char) 7, true, "nine", new int[] {10}, 1, 2, 3));
    int octal = 0777, bin = 0b1010_1010, hex = 0xFFFF_FFFF;
    System.out.println(octal + " " + bin + " " + hex + " " + 1_000_000 + " " + '\u0041' + '\t' + "\0".length() + "\377".charAt(0));
  }
}
