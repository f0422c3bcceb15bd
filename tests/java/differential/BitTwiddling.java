// Integer and Long bit operations, most of them intrinsics on HotSpot.
public class BitTwiddling {
  public static void main(String[] args) {
    int[] is = {0, 1, -1, 2, 0x80000000, 0x7fffffff, 0x0f0f0f0f, 12345678, -98765};
    for (int i : is)
      System.out.println(Integer.bitCount(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " "
          + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.highestOneBit(i)
          + " " + Integer.lowestOneBit(i) + " " + Integer.rotateLeft(i, 7) + " " + Integer.rotateRight(i, 39) + " "
          + Integer.signum(i) + " " + Integer.toUnsignedString(i) + " " + Integer.toUnsignedLong(i));
    long[] ls = {0, 1, -1, 2, Long.MIN_VALUE, Long.MAX_VALUE, 0x0f0f0f0f0f0f0f0fL, 123456789012345L, -98765432109L};
    for (long l : ls)
      System.out.println(Long.bitCount(l) + " " + Long.reverse(l) + " " + Long.reverseBytes(l) + " "
          + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.highestOneBit(l) + " "
          + Long.lowestOneBit(l) + " " + Long.rotateLeft(l, 7) + " " + Long.rotateRight(l, 71) + " " + Long.signum(l)
          + " " + Long.toUnsignedString(l));
    System.out.println(Integer.divideUnsigned(-1, 3) + " " + Integer.remainderUnsigned(-1, 7) + " " + Integer.compareUnsigned(-1, 1));
    System.out.println(Long.divideUnsigned(-1, 3) + " " + Long.remainderUnsigned(-1, 7) + " " + Long.compareUnsigned(-1, 1));
    System.out.println(Long.divideUnsigned(5, -1) + " " + Long.remainderUnsigned(5, -1));
    System.out.println(Short.reverseBytes((short) 0x1234) + " " + (int) Character.reverseBytes('\u1234') + " "
        + Short.toUnsignedInt((short) -1) + " " + Byte.toUnsignedInt((byte) -1));
    int x = 0x5bd1e995;
    for (int i = 0; i < 20; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      System.out.print(x + " ");
    }
    System.out.println();
  }
}
