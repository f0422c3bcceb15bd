import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;

/** Modules of the JDK that are asked for first after steps that may be taken back: their data are found all the same. */
public class LocalesInThreads {
  static int runs;

  static String number(Locale locale) {
    return NumberFormat.getInstance(locale).format(1234.5);
  }

  public static void main(String[] args) throws InterruptedException {
    boolean later = Instant.now().isAfter(Instant.EPOCH);
    Thread t = new Thread(() -> runs++);
    t.start();
    t.join();
    System.out.println(later + " " + runs + " " + number(Locale.GERMAN));
    String[] texts = new String[2];
    Thread french = new Thread(() -> texts[0] = number(Locale.FRENCH));
    french.start();
    french.join();
    DateTimeFormatter date = DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(Locale.GERMAN);
    texts[1] = LocalDate.parse("24.12.2014", date) + " " + Locale.class.getModule().getName();
    System.out.println(texts[0].length() + " " + texts[0].charAt(5) + " " + texts[1]);
  }
}
