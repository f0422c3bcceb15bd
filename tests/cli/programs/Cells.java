import java.util.concurrent.atomic.AtomicInteger;
/** Five threads over six cells: a space without an end in a minute, of which little is left without preemptions. */
public class Cells {
  static final AtomicInteger[] cells = new AtomicInteger[6];
  public static void main(String[] a) throws Exception {
    for (int i = 0; i < cells.length; i++) cells[i] = new AtomicInteger();
    Thread[] ts = new Thread[5];
    for (int t = 0; t < ts.length; t++) {
      final int me = t;
      ts[t] = new Thread(() -> { for (int i = 0; i < 6; i++) { int j = (i * (me + 1) + me) % 6; cells[j].set(cells[j].get() * 3 + me + i); } });
    }
    for (Thread t : ts) t.start();
    for (Thread t : ts) t.join();
    int sum = 0; for (AtomicInteger c : cells) sum += c.get();
    System.out.println(sum != 0);
  }
}
