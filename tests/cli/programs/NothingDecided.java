import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wait may time out: what the failure reads on its way are fields of objects of its own. */
public class NothingDecided {
  static class Report {
    String reason;

    String text() {
      return reason == null ? "too late" : reason;
    }
  }

  static void check(boolean inTime) {
    Report report = new Report();
    if (!inTime) throw new IllegalStateException(report.text());
  }

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(latch::countDown).start();
    check(latch.await(1, TimeUnit.HOURS));
  }
}
