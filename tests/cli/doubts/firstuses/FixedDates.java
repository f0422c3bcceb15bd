import java.util.Date;

/** Dates that are given, and a wait: nobody reads the clock. */
public class FixedDates {
  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        return;
      }
      System.out.println(new Date(0));
    });
    other.start();
    System.out.println(new Date(1000));
    other.join();
  }
}
