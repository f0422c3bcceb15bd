/*
 * verdict: verified
 * outcomes: 3 lines
 * why: The clerk writes the report before it says that it is done, so whoever has seen done sees the report. The poller sleeps between its looks, and the clerk always comes to its end, so that the polling ends.
 */
public class PollForReport {
  static class Job implements Runnable {
    private volatile boolean done;
    private String report;

    @Override
    public void run() {
      report = "3 lines";
      done = true;
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
