// Parsing and printing of integers, in several radices, with the messages of the failures.
public class ParseNumbers {
  static void parse(String s, int radix) {
    try {
      System.out.print(Integer.parseInt(s, radix) + " ");
    } catch (NumberFormatException e) {
      System.out.print(e.getMessage() + " | ");
    }
    try {
      System.out.println(Long.parseLong(s, radix));
    } catch (NumberFormatException e) {
      System.out.println(e.getClass().getName());
    }
  }

  public static void main(String[] args) {
    String[] texts = {"0", "-0", "+7", "2147483647", "2147483648", "-2147483648", "-2147483649", "9223372036854775807",
      "9223372036854775808", "", "-", "+", "12a", " 1", "1 ", "0x10", "1_000", "\u0663\u0664"};
    for (String s : texts) parse(s, 10);
    parse("zz", 36);
    parse("-ff", 16);
    parse("1012", 2);
    parse("777", 8);
    int[] v = {0, 1, -1, 255, -255, Integer.MAX_VALUE, Integer.MIN_VALUE, 123456789};
    for (int i : v)
      System.out.println(Integer.toString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toHexString(i) + " "
          + Integer.toOctalString(i) + " " + Integer.toString(i, 36) + " " + Integer.toString(i, 3) + " " + Integer.hashCode(i));
    long[] w = {0, -1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
    for (long l : w)
      System.out.println(Long.toString(l) + " " + Long.toBinaryString(l) + " " + Long.toHexString(l) + " "
          + Long.toOctalString(l) + " " + Long.toString(l, 7) + " " + Long.hashCode(l));
    System.out.println(Integer.decode("0xff") + " " + Integer.decode("-#10") + " " + Integer.decode("010") + " "
        + Long.decode("0X7fffffffffffffff"));
    System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Long.parseUnsignedLong("18446744073709551615"));
    System.out.println(Short.parseShort("-32768") + " " + Byte.parseByte("7f", 16) + " " + Boolean.parseBoolean("TRUE")
        + " " + Boolean.parseBoolean("yes"));
    try {
      Byte.parseByte("128");
    } catch (NumberFormatException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Integer.compare(3, 5) + " " + Long.compare(5, 3) + " " + Character.compare('a', 'c') + " "
        + Byte.compare((byte) 1, (byte) -1) + " " + Boolean.compare(true, false) + " " + Short.compare((short) 4, (short) 9));
    System.out.println(Integer.sum(1, 2) + " " + Integer.max(1, 2) + " " + Integer.getInteger("no.such.property", 42));
  }
}
