import java.util.logging.Logger;

public class LogsIfAsked {
  public static void main(String[] args) throws Exception {
    if (args.length > 0) Logger.getLogger("asked").fine("said to nobody");
    BothAtOnce.run(() -> String.format("%d%%", 7));
  }
}
