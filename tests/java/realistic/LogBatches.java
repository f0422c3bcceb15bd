/*
 * verdict: verified
 * outcomes: [start, login] [logout]
 * why: The writer takes two lines at a time, or what is left when the log is closing, and ends when nothing is left. main logs three lines in order, so there are a full batch and a
 *      rest, whenever the writer comes: it takes nothing before there are two.
 */
import java.util.ArrayList;
import java.util.List;

public class LogBatches {
  private static final int BATCH = 2;
  private final List<String> pending = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private boolean closing;

  synchronized void log(String line) {
    pending.add(line);
    if (pending.size() >= BATCH) notify();
  }

  synchronized void close() {
    closing = true;
    notify();
  }

  void writeLoop() {
    while (true) {
      List<String> batch;
      synchronized (this) {
        while (pending.size() < BATCH && !closing) {
          try {
            wait();
          } catch (InterruptedException e) {
            closing = true;
          }
        }
        if (pending.isEmpty()) return;
        int n = Math.min(BATCH, pending.size());
        batch = new ArrayList<>(pending.subList(0, n));
        pending.subList(0, n).clear();
      }
      written.add(batch.toString());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LogBatches log = new LogBatches();
    Thread writer = new Thread(log::writeLoop, "log writer");
    writer.start();
    log.log("start");
    log.log("login");
    log.log("logout");
    log.close();
    writer.join();
    assert log.pending.isEmpty() : "lost " + log.pending;
    System.out.println(String.join(" ", log.written));
  }
}
