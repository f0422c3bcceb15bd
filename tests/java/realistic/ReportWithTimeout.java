/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | 3 rows
 * hotspot: not seen
 * why: join(1000) also returns when the second is over, and then the report is still null: a slow database is all it takes. The time-out may always come first.
 */
import java.util.List;

public class ReportWithTimeout {
  private volatile List<String> rows;

  void load() {
    rows = List.of("a", "b", "c");
  }

  int countRows() throws InterruptedException {
    Thread loader = new Thread(this::load, "loader");
    loader.setDaemon(true);
    loader.start();
    loader.join(1000);
    return rows.size();
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println(new ReportWithTimeout().countRows() + " rows");
  }
}
