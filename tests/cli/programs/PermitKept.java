// The permit does not come back where an exception is thrown.
import java.util.concurrent.Semaphore;

public class PermitKept {
  static final Semaphore permits = new Semaphore(1);

  static int parse(String s) {
    permits.acquireUninterruptibly();
    int n = Integer.parseInt(s);
    permits.release();
    return n;
  }

  public static void main(String[] args) {
    new Thread(() -> {
      try {
        parse("x");
      } catch (NumberFormatException e) {
        System.out.println("no number");
      }
    }).start();
    parse("1");
  }
}
