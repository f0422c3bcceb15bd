// Parsing of floating point numbers, rounding of the last bit, hexadecimal forms.
public class ParseDoubles {
  public static void main(String[] args) {
    String[] texts = {"0", "-0.0", "1", "1.5", ".5", "5.", "1e10", "1E-10", "1e400", "-1e400", "1e-400", "4.9e-324",
      "2.4e-324", "2.5e-324", "1.7976931348623157e308", "1.7976931348623159e308", "0.1", "0.3", "123456789012345678901234567890",
      "2.2250738585072011e-308", "2.2250738585072012e-308", "NaN", "Infinity",
      "-Infinity", "1d", "1f", "0x1p3", "0x1.8p-1", "-0x0.0000000000001p-1022", " 7 ", "", "abc", "1e", "1.2.3", "0x1", "nan"};
    for (String s : texts) {
      try {
        System.out.print("[" + s + "] " + Double.parseDouble(s));
      } catch (NumberFormatException e) {
        System.out.print("[" + s + "] " + e.getMessage());
      }
      try {
        System.out.println(" " + Float.parseFloat(s));
      } catch (NumberFormatException e) {
        System.out.println(" NFE");
      }
    }
    System.out.println(Double.toHexString(1.0) + " " + Double.toHexString(-0.1) + " " + Double.toHexString(Double.MIN_VALUE)
        + " " + Double.toHexString(Double.MAX_VALUE) + " " + Float.toHexString(0.1f) + " " + Double.toHexString(Double.NaN));
    System.out.println(Double.valueOf("3.25").intValue() + " " + Double.isNaN(0.0 / 0) + " " + Double.isInfinite(1 / 0.0)
        + " " + Double.isFinite(1e308 * 10) + " " + Float.isNaN(1f));
    System.out.println(Double.sum(1, 2) + " " + Double.min(1, -0.0) + " " + Float.max(1, 2));
  }
}
