/*
 * verdict: verified
 * outcomes: stored 2
 * why: Optimistic updates with a random pause after a conflict. How long the pause is does not matter for the result: who fails has seen another's success, so there are at most as many
 *      conflicts as successes of the other, one each.
 */
import java.util.Random;
import java.util.concurrent.atomic.AtomicStampedReference;

public class JitterBackoff {
  private final AtomicStampedReference<String> row = new AtomicStampedReference<>("", 0);
  private final Random random = new Random();

  void append(String text) throws InterruptedException {
    int[] version = new int[1];
    while (true) {
      String old = row.get(version);
      if (row.compareAndSet(old, old + text, version[0], version[0] + 1)) return;
      Thread.sleep(1 + random.nextInt(4));
    }
  }

  public static void main(String[] args) throws InterruptedException {
    JitterBackoff table = new JitterBackoff();
    Thread t = new Thread(() -> {
      try {
        table.append("x");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    t.start();
    table.append("y");
    t.join();
    assert table.row.getStamp() == 2;
    System.out.println("stored " + table.row.getReference().length());
  }
}
