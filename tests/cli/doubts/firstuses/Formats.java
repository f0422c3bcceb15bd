import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.util.Scanner;

public class Formats {
  public static void main(String[] args) throws Exception {
    BothAtOnce.run(() -> String.format("%,.2f|%5d|%-3s|%x|%e", 1234.567, 42, "a", 255, 0.00123) + MessageFormat.format("{0} of {1,number}", "x", 1234.5)
        + new DecimalFormat("#,##0.00").format(9876.543) + new Scanner("17 b").nextInt());
  }
}
