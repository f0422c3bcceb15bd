import java.text.*; import java.time.*; import java.time.format.*; import java.time.temporal.*; import java.util.*;
/** java.time, java.text, locales. */
public class TextAndTime {
  static void t(String n, Part r) { try { System.out.println(n + ": " + r.compute()); } catch (Throwable e) { System.out.println(n + " threw " + e); } }
  interface Part { Object compute() throws Exception; }
  public static void main(String[] a) {
    t("ld", () -> LocalDate.of(2024,2,29).plusYears(1)+" "+LocalDate.parse("2020-01-31").plusMonths(1)+" "+LocalDate.of(2024,1,1).getDayOfWeek());
    t("fmt", () -> LocalDateTime.of(2024,2,29,13,5).format(DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss")));
    t("fmt2", () -> LocalDate.of(2024,2,29).format(DateTimeFormatter.ofPattern("EEE, d MMM uuuu", Locale.ENGLISH)));
    t("fmt3", () -> LocalDate.of(2024,2,29).format(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.US)));
    t("zdt", () -> ZonedDateTime.of(2024,3,31,1,30,0,0,ZoneId.of("Europe/Berlin")).plusHours(1));
    t("inst", () -> Instant.ofEpochSecond(1700000000).atZone(ZoneOffset.UTC)+" "+Instant.parse("2020-01-01T00:00:00Z").toEpochMilli());
    t("dur", () -> Duration.ofSeconds(3661,5000000)+" "+Duration.parse("PT1H2M").toMinutes()+" "+Period.between(LocalDate.of(2020,1,15),LocalDate.of(2024,3,1)));
    t("chrono", () -> ChronoUnit.DAYS.between(LocalDate.of(2020,1,1),LocalDate.of(2024,1,1))+" "+LocalDate.of(2024,1,31).with(TemporalAdjusters.firstDayOfNextMonth()));
    t("bad", () -> LocalDate.of(2023,2,29));
    t("bad2", () -> LocalDate.parse("nope"));
    t("iso", () -> DateTimeFormatter.ISO_WEEK_DATE.format(LocalDate.of(2024,1,1))+" "+DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.of(2024,1,1,0,0,0,0,ZoneOffset.UTC)));
    t("month", () -> Month.MARCH.getDisplayName(TextStyle.FULL, Locale.ENGLISH)+DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
    t("de", () -> Month.MARCH.getDisplayName(TextStyle.FULL, Locale.GERMAN));
    t("nf", () -> NumberFormat.getInstance(Locale.US).format(1234567.891)+" "+NumberFormat.getInstance(Locale.GERMANY).format(1234567.891));
    t("cur", () -> NumberFormat.getCurrencyInstance(Locale.US).format(1234.5)+" "+NumberFormat.getPercentInstance(Locale.US).format(0.25));
    t("compact", () -> NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345));
    t("df", () -> new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(-1234.567)+new DecimalFormat("0.###E0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(12345));
    t("sdf", () -> { SimpleDateFormat f=new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT); f.setTimeZone(TimeZone.getTimeZone("UTC")); return f.format(new Date(0)); });
    t("date", () -> { TimeZone.setDefault(TimeZone.getTimeZone("UTC")); return new Date(0).toString(); });
    t("cal", () -> { Calendar c=new GregorianCalendar(2024,Calendar.FEBRUARY,29); c.add(Calendar.YEAR,1); return c.get(Calendar.DAY_OF_MONTH)+" "+c.getActualMaximum(Calendar.DAY_OF_MONTH); });
    t("mf", () -> MessageFormat.format("{0} and {1,number,#.#} of {2}", "a", 1.25, List.of(1)));
    t("choice", () -> new ChoiceFormat("0#none|1#one|1<many").format(5));
    t("ftY", () -> String.format(Locale.ROOT, "%tY-%<tm-%<td %<tH:%<tM", LocalDateTime.of(2024,2,3,4,5)));
    t("flocale", () -> String.format(Locale.GERMANY, "%,.2f", 1234.5)+String.format(Locale.FRANCE, "%,d", 1234567));
    t("collator", () -> Collator.getInstance(Locale.US).compare("a","B"));
    t("norm", () -> Normalizer.normalize("\u00e4", Normalizer.Form.NFD).length());
    t("break", () -> { BreakIterator b=BreakIterator.getWordInstance(Locale.US); b.setText("hello big world"); int n=0; while (b.next()!=BreakIterator.DONE) n++; return n; });
    t("locale", () -> Locale.GERMANY.getDisplayCountry(Locale.ENGLISH)+Locale.forLanguageTag("pt-BR")+Locale.getDefault().getClass().getSimpleName());
    t("currency", () -> Currency.getInstance("EUR").getSymbol(Locale.GERMANY)+Currency.getInstance(Locale.US));
    t("tz", () -> TimeZone.getTimeZone("America/New_York").getOffset(0)+" "+ZoneId.getAvailableZoneIds().contains("Asia/Tokyo"));
    t("clock", () -> Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).instant()+" "+Year.isLeap(2024)+" "+YearMonth.of(2024,2).lengthOfMonth());
    t("parse", () -> new SimpleDateFormat("dd.MM.yyyy", Locale.ROOT).parse("x"));
    t("upper", () -> "\u00df".toUpperCase()+"I".toLowerCase(Locale.forLanguageTag("tr"))+"\u0130".toLowerCase(Locale.ROOT).length());
    t("rb", () -> ResourceBundle.getBundle("nope"));
    t("lrb", () -> new ListResourceBundle(){protected Object[][] getContents(){return new Object[][]{{"k","v"}};}}.getString("k"));
  }
}
