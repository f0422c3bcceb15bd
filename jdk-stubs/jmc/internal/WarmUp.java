package jmc.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;

/**
 * First uses of what the JDK makes for all later ones: data of locales and calendars, handlers of logs, descriptions of classes that are serialised. Before main, these are no steps of the
 * program's threads, and what they have made belongs to the base image.
 */
final class WarmUp {
  private WarmUp() {}

  private static final Locale[] LOCALES = {Locale.ROOT, Locale.US, Locale.getDefault()};

  static void formatting() {
    for (Locale locale : LOCALES) {
      String.format(locale, "%s %S %d %,d %x %c %b %.2f %e %g %h %% %n", "a", "b", 1, 1000, 2, 'c', true, 1.5, 2.5, 3.5, "d");
      NumberFormat.getInstance(locale).format(1234.5);
      NumberFormat.getPercentInstance(locale).format(0.5);
      new MessageFormat("{0} of {1}", locale).format(new Object[] {1, "a"});
    }
    Currency.getInstance("USD").getSymbol();
    Scanner words = new Scanner("1 2.5 a\nb");
    words.nextInt();
    words.nextDouble();
    words.next();
    words.nextLine();
  }

  static void dates() {
    formatting();
    for (Locale locale : LOCALES) {
      new SimpleDateFormat("yyyy-MM-dd EEEE EEE MMMM MMM HH:mm:ss.SSS a z", locale).format(new Date(0));
      String.format(locale, "%tF %<tT %<tB %<tA", Calendar.getInstance(locale));
      LocalDateTime.of(2020, 1, 2, 3, 4).format(DateTimeFormatter.ofPattern("EEEE EEE d MMMM MMM uuuu h:mm a", locale));
    }
    LocalDateTime.parse("2020-01-02T03:04:05.006");
    ZonedDateTime.parse("2020-01-02T03:04:05.006+01:00").format(DateTimeFormatter.RFC_1123_DATE_TIME);
    Instant.parse("2020-01-02T03:04:05.006Z");
    Duration.parse("PT1.5S");
    new Date(0).toString();
  }

  // java.base does not know the module of java.util.logging.
  static void logging() throws Exception {
    dates();
    Class<?> logger = Class.forName("java.util.logging.Logger"), level = Class.forName("java.util.logging.Level"), record = Class.forName("java.util.logging.LogRecord"),
        formatter = Class.forName("java.util.logging.SimpleFormatter");
    Object root = logger.getMethod("getLogger", String.class).invoke(null, "");
    logger.getMethod("getHandlers").invoke(root);
    logger.getMethod("fine", String.class).invoke(root, "a");
    Object info = level.getField("INFO").get(null);
    formatter.getMethod("format", record).invoke(formatter.getConstructor().newInstance(), record.getConstructor(level, String.class).newInstance(info, "a"));
  }

  static void serialisation() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ArrayList<>(List.of(1, "a")));
    }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      in.readObject();
    }
  }
}
