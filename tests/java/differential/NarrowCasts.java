// i2b, i2s, i2c, l2i, implicit narrowing in compound assignment, constants, boxing of small types.
public class NarrowCasts {
  public static void main(String[] args) {
    int[] v = {0, 127, 128, 255, 256, -1, -128, -129, 32767, 32768, 65535, 65536, 0x12345678, 0x89abcdef};
    for (int i : v)
      System.out.println(i + " " + (byte) i + " " + (short) i + " " + (int) (char) i + " " + (byte) (char) i + " "
          + (int) (char) (byte) i + " " + (short) (byte) i + " " + (i & 0xff) + " " + (long) (byte) i);
    byte b = 127;
    b++;
    System.out.println(b);
    b += 300;
    System.out.println(b);
    b *= 2;
    System.out.println(b);
    b /= 3;
    System.out.println(b);
    b ^= 0xff;
    System.out.println(b);
    short s = Short.MAX_VALUE;
    s++;
    System.out.println(s);
    s--;
    s += 1.7;
    System.out.println(s);
    char c = 'a';
    c++;
    c += 1;
    System.out.println(c);
    c = 0;
    c--;
    System.out.println((int) c);
    System.out.println('a' + 'b' + "" + 'c' + 1);
    System.out.println((char) ('a' + 1));
    final int k = 10;
    byte kb = k;
    System.out.println(kb + (char) 66);
    Character boxed = 'x';
    boxed++;
    System.out.println(boxed);
    Byte bb = (byte) 127;
    bb++;
    System.out.println(bb);
    long l = 0xfedcba9876543210L;
    System.out.println((int) l + " " + (short) l + " " + (byte) l + " " + (int) (char) l);
  }
}
