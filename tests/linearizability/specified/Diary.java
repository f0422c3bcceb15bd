import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Calls log and ask for the time zone; scribble() does not keep its count under the lock. */
public class Diary {
  static { Logger.getLogger("diary").setLevel(Level.SEVERE); }
  private int pages;
  public synchronized int write() {
    Logger.getLogger("diary").info("page " + pages);
    TimeZone.getDefault().getRawOffset();
    return pages++;
  }
  public int scribble() {
    Logger.getLogger("diary").info("page " + pages);
    return pages++;
  }
}
