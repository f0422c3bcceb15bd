import java.util.logging.Level;
import java.util.logging.Logger;

public class Logs {
  public static void main(String[] args) throws Exception {
    BothAtOnce.run(() -> {
      Logger log = Logger.getLogger("some.name");
      log.fine("said to nobody");
      return log.getName() + " " + log.isLoggable(Level.INFO);
    });
  }
}
