import java.util.Date;

/** The time zone is read from the property at the first use of dates, which comes after this. */
public class SetsZone {
  public static void main(String[] args) {
    System.setProperty("user.timezone", "Asia/Tokyo");
    System.out.println(new Date(0));
  }
}
