import java.text.SimpleDateFormat;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Date;

public class Dates {
  public static void main(String[] args) throws Exception {
    BothAtOnce.run(() -> new SimpleDateFormat("EEE d MMMM yyyy HH:mm").format(new Date(86_400_000L * 365)) + " " + new Date(0) + " "
        + LocalDateTime.parse("2020-02-29T12:30").format(DateTimeFormatter.ofPattern("EEEE, d MMM uuuu")) + " " + (Calendar.getInstance().get(Calendar.YEAR) > 1900));
  }
}
