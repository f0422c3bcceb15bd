// String.format and printf: the usual conversions, flags, widths and precisions, and the failures.
import java.util.IllegalFormatException;
import java.util.Locale;

public class Format {
  static void f(String fmt, Object... args) {
    try {
      System.out.println("[" + String.format(Locale.ROOT, fmt, args) + "]");
    } catch (IllegalFormatException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  public static void main(String[] args) {
    f("%d %5d %-5d| %05d %+d %,d %(d % d", 1, 2, 3, 4, 5, 1234567, -6, 7);
    f("%d %d %d %d", (byte) -1, (short) 2, 3L, new java.math.BigInteger("123456789012345678901234567890"));
    f("%x %X %08x %o %#x %#o %x %x", 255, 255, 255, 8, 255, 8, -1, (byte) -1);
    f("%f %.2f %10.3f %-10.1f| %010.2f %+.1f %,.2f %.0f", 1.5, 2.345, 3.14159, 4.0, 5.5, 6.0, 1234567.891, 2.5);
    f("%e %.2e %E %g %.3g %g %a", 12345.678, 0.00012, 1e100, 1.5, 1234567.0, 0.00001, 1.0);
    f("%f %f %f %e %5.1f", Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, Double.NEGATIVE_INFINITY);
    f("%s %10s %-10s| %.2s %S %s", "a", "b", "c", "defg", "up", null);
    f("%c %c %C %5c %c", 'a', 98, 'c', 'd', null);
    f("%b %B %b %b %5b", true, false, null, "x", true);
    f("%h %H %h", "hello", "hello", null);
    f("%% %n|%5%|");
    f("%2$s %1$s %<s %s %s", "first", "second");
    f("%s %s", java.util.List.of(1, 2), new java.math.BigDecimal("1.50"));
    f("%.3f %10.2f", new java.math.BigDecimal("2.71828182845904523536"), new java.math.BigDecimal("-1e3"));
    f("%tY-%<tm-%<td", java.time.LocalDate.of(2024, 2, 29));
    f("%d", "not a number");
    f("%s %s", "one");
    f("%q", 1);
    f("%-d", 1);
    f("%.2d", 1);
    f("%5");
    f("%c", 0x110000);
    f("%#d", 1);
    System.out.printf("%s and %d%n", "printf", 42);
    System.out.printf(Locale.ROOT, "%,.3f%n", 9876.54321);
    System.out.format("%3d|%-3d|%03d%n", 7, 7, 7);
    System.out.println("%s-%s".formatted(1, 2) + String.format("%1$d %1$x", 10) + String.format("no arguments"));
    StringBuilder sb = new StringBuilder();
    new java.util.Formatter(sb, Locale.ROOT).format("%s=%d;", "k", 1).format("%s", "end");
    System.out.println(sb);
    System.out.println(String.format(Locale.GERMANY, "%,d", 5).length() + String.format(Locale.ROOT, "%,d", -1234567890123L));
    java.util.Formattable own = (fm, flags, width, precision) -> fm.format("own(%d,%d,%d)", flags, width, precision);
    f("%s %10.3s %-5s", own, own, own);
  }
}
