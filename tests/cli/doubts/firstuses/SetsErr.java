import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.logging.Logger;

/** The handler of logs keeps the stream that System.err is when it is made. */
public class SetsErr {
  public static void main(String[] args) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true));
    Logger.getLogger("a").warning("look out");
    System.out.println(said.toString().contains("look out"));
  }
}
