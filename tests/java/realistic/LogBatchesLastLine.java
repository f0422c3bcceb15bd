/*
 * verdict: violated
 * kinds: assertion
 * outcomes: - | [start, login] [logout]
 * hotspot: fail
 * why: After each batch the writer looks whether the log is closing, and ends. If main has logged all three lines and closed before the first batch is written, the rest stays in the list.
 *      If the writer has written its first batch before close, it waits for more, is woken by close, and writes the rest.
 */
import java.util.ArrayList;
import java.util.List;

public class LogBatchesLastLine {
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
      synchronized (this) {
        if (closing) return;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LogBatchesLastLine log = new LogBatchesLastLine();
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
