// Shift distances are taken modulo 32 or 64, whatever the type of the distance.
public class Shifts {
  public static void main(String[] args) {
    int[] ints = {1, -1, 0x80000000, 0x7fffffff, 12345, -12345};
    long[] longs = {1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 1234567890123L, -1234567890123L};
    int[] by = {0, 1, 5, 31, 32, 33, 63, 64, 65, -1, -32, -33, 1000};
    for (int v : ints)
      for (int s : by) System.out.println(v + " by " + s + ": " + (v << s) + " " + (v >> s) + " " + (v >>> s));
    for (long v : longs)
      for (int s : by) System.out.println(v + " by " + s + ": " + (v << s) + " " + (v >> s) + " " + (v >>> s));
    long far = 0x100000001L;
    System.out.println((5 << far) + " " + (5L << far) + " " + (-5 >> far) + " " + (-5 >>> far));
    byte b = -128;
    b >>= 1;
    System.out.println(b);
    b >>>= 1;
    System.out.println(b);
    b = -1;
    b >>>= 10;
    System.out.println(b);
    b = -1;
    b >>>= 28;
    System.out.println(b);
    short s = -2;
    s <<= 15;
    System.out.println(s);
    char c = 0xffff;
    c >>= 4;
    System.out.println((int) c);
    c <<= 8;
    System.out.println((int) c);
  }
}
