// java.time: dates, durations, periods, formatting and parsing with ISO forms.
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

public class JavaTime {
  public static void main(String[] args) {
    LocalDate d = LocalDate.of(2024, 2, 28);
    System.out.println(d.plusDays(2) + " " + d.plusMonths(12) + " " + d.isLeapYear() + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " "
        + d.withDayOfMonth(1) + " " + d.lengthOfMonth() + " " + d.minusYears(24).isBefore(d) + " " + d.toEpochDay());
    System.out.println(ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 1)) + " " + Period.between(d, LocalDate.of(2025, 4, 1)) + " " + d.until(d.plusWeeks(3)));
    LocalTime t = LocalTime.of(23, 59, 30);
    System.out.println(t.plusSeconds(45) + " " + t.truncatedTo(ChronoUnit.HOURS) + " " + t.toSecondOfDay() + " " + LocalTime.parse("07:05"));
    LocalDateTime dt = LocalDateTime.of(d, t);
    System.out.println(dt.plusHours(1) + " " + dt.toLocalDate().atStartOfDay() + " " + dt.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME));
    Duration u = Duration.ofMinutes(135).plusMillis(1500);
    System.out.println(u + " " + u.toHours() + " " + u.toMinutesPart() + " " + u.negated() + " " + Duration.parse("PT1H2M").getSeconds() + " " + u.compareTo(Duration.ZERO));
    Instant i = Instant.ofEpochSecond(1700000000L, 5);
    System.out.println(i + " " + i.plus(1, ChronoUnit.DAYS) + " " + i.toEpochMilli() + " " + LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.ofHours(2)));
    System.out.println(OffsetDateTime.of(dt, ZoneOffset.of("+05:30")).toInstant() + " " + YearMonth.of(2023, 2).atEndOfMonth() + " " + Year.of(1900).isLeap()
        + " " + DayOfWeek.MONDAY.plus(8) + " " + Month.JANUARY.minus(1) + " " + MonthDay.of(2, 29));
    try {
      LocalDate.of(2023, 2, 29);
    } catch (DateTimeException e) {
      System.out.println(e.getMessage());
    }
    try {
      LocalDate.parse("2023-13-01");
    } catch (DateTimeParseException e) {
      System.out.println(e.getParsedString() + " " + e.getErrorIndex());
    }
    System.out.println(LocalDate.parse("2020-01-31").plusMonths(1) + " " + d.equals(LocalDate.parse("2024-02-28")) + " " + d.hashCode());
  }
}
