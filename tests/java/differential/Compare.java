// Conditional branches: every comparison of int, long and reference, with zero and null.
public class Compare {
  static int ints(int a, int b) {
    int r = 0;
    if (a == b) r |= 1;
    if (a != b) r |= 2;
    if (a < b) r |= 4;
    if (a <= b) r |= 8;
    if (a > b) r |= 16;
    if (a >= b) r |= 32;
    if (a == 0) r |= 64;
    if (a != 0) r |= 128;
    if (a < 0) r |= 256;
    if (a <= 0) r |= 512;
    if (a > 0) r |= 1024;
    if (a >= 0) r |= 2048;
    return r;
  }

  static int longs(long a, long b) {
    int r = 0;
    if (a == b) r |= 1;
    if (a != b) r |= 2;
    if (a < b) r |= 4;
    if (a <= b) r |= 8;
    if (a > b) r |= 16;
    if (a >= b) r |= 32;
    return r;
  }

  static int refs(Object a, Object b) {
    int r = 0;
    if (a == b) r |= 1;
    if (a != b) r |= 2;
    if (a == null) r |= 4;
    if (a != null) r |= 8;
    return r;
  }

  public static void main(String[] args) {
    int[] is = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
    for (int a : is) for (int b : is) System.out.print(ints(a, b) + " ");
    System.out.println();
    long[] ls = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -1L << 32};
    for (long a : ls) for (long b : ls) System.out.print(longs(a, b) + " ");
    System.out.println();
    Object x = new Object(), y = "y";
    Object[] os = {null, x, y};
    for (Object a : os) for (Object b : os) System.out.print(refs(a, b) + " ");
    System.out.println();
    boolean t = is.length == 5, f = !t;
    System.out.println((t & f) + " " + (t | f) + " " + (t ^ f) + " " + (t == f) + " " + (t != f) + " " + !(t && !f));
  }
}
