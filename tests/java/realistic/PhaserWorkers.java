/*
 * verdict: verified
 * outcomes: sum 7 with 1 bad
 * why: Every importer leaves the phaser in a finally block, and counts what it cannot read: 1+2+4 and one bad record. main goes on when both have left.
 */
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class PhaserWorkers {
  static final AtomicInteger bad = new AtomicInteger();

  static class Importer implements Runnable {
    private final Phaser phaser;
    private final List<String> records;
    private final AtomicInteger sum;

    Importer(Phaser phaser, List<String> records, AtomicInteger sum) {
      this.phaser = phaser;
      this.records = records;
      this.sum = sum;
      phaser.register();
    }

    @Override
    public void run() {
      try {
        for (String r : records) sum.addAndGet(Integer.parseInt(r));
      } catch (NumberFormatException e) {
        bad.incrementAndGet();
      } finally {
        phaser.arriveAndDeregister();
      }
    }
  }

  public static void main(String[] args) {
    Phaser phaser = new Phaser(1);
    AtomicInteger sum = new AtomicInteger();
    new Thread(new Importer(phaser, List.of("1", "2"), sum)).start();
    new Thread(new Importer(phaser, List.of("4", "x"), sum)).start();
    phaser.arriveAndAwaitAdvance();
    System.out.println("sum " + sum + " with " + bad + " bad");
  }
}
