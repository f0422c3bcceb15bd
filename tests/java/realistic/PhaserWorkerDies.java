/*
 * verdict: violated
 * kinds: deadlock, uncaught-exception
 * outcomes: none
 * hotspot: fail
 * why: The importer registers, and the file with the bad record makes it throw before it arrives: the exception ends the thread, and nobody deregisters for it. main then waits for a party
 *      that will never come, in every schedule: the record is always bad.
 */
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class PhaserWorkerDies {
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
      for (String r : records) sum.addAndGet(Integer.parseInt(r));
      phaser.arriveAndDeregister();
    }
  }

  public static void main(String[] args) {
    Phaser phaser = new Phaser(1);
    AtomicInteger sum = new AtomicInteger();
    new Thread(new Importer(phaser, List.of("1", "2"), sum)).start();
    new Thread(new Importer(phaser, List.of("4", "x"), sum)).start();
    phaser.arriveAndAwaitAdvance();
    System.out.println("sum " + sum);
  }
}
