/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | 3 lines
 * hotspot: not seen
 * why: The clerk says that it is done before the report is there: a poller that looks in between gets null. It sleeps 20 ms between two looks, so that a test run hardly ever looks at that moment.
 */
public class PollForReportEarly {
  static class Job implements Runnable {
    private volatile boolean done;
    private String report;

    @Override
    public void run() {
      done = true;
      report = "3 lines";
    }

    String await() throws InterruptedException {
      while (!done) Thread.sleep(20);
      return report;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Job job = new Job();
    new Thread(job, "clerk").start();
    String report = job.await();
    assert report != null : "done, but there is no report";
    System.out.println(report);
  }
}
