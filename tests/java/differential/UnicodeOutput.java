// Output of text outside ASCII through a PrintStream with a named encoding.
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public class UnicodeOutput {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println("caf\u00e9 \u4e2d\u6587 \u0416 \ud83d\ude00 |");
    out.print('\u00e9');
    out.print(new char[] {'\u20ac', '\n'});
    out.append("appended \u00fc\n").append('\u00f1').append("abc\u00e7", 2, 4).println();
    out.printf("%s|%c|%5s|%n", "\u00e5", '\u00e6', "\ud83d\ude00");
    out.write("raw bytes \u00f8\n".getBytes(StandardCharsets.UTF_8));
    out.println("lone surrogate " + "\ud83d" + " end");
    out.println("a\0b".length());
    PrintStream latin = new PrintStream(System.out, true, "ISO-8859-1");
    latin.println("latin " + "x\u4e2dy");
    PrintStream ascii = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    ascii.println("ascii \u00e9");
    PrintStream utf16 = new PrintStream(System.out, true, StandardCharsets.UTF_16LE);
    utf16.print("");
    out.flush();
  }
}
