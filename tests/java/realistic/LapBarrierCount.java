/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: 2 laps
 * hotspot: hang
 * why: Who waits for the first lap looks at the number of those who have arrived, which the last one resets to zero. If that one comes round again before the waiter has the monitor, it adds
 *      itself: the waiter sees one who has arrived (itself, it seems) and waits for more, and so does the other, each in another lap. Nobody is left to arrive.
 */
public class LapBarrierCount {
  private final int parties;
  private int arrived;
  private int lap;

  LapBarrierCount(int parties) {
    this.parties = parties;
  }

  synchronized void await() throws InterruptedException {
    if (++arrived == parties) {
      arrived = 0;
      lap++;
      notifyAll();
    } else {
      while (arrived != 0) wait();
    }
  }

  synchronized int laps() {
    return lap;
  }

  public static void main(String[] args) throws InterruptedException {
    LapBarrierCount barrier = new LapBarrierCount(2);
    Thread runner = new Thread(() -> {
      try {
        for (int i = 0; i < 2; i++) barrier.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }, "runner");
    runner.start();
    for (int i = 0; i < 2; i++) barrier.await();
    runner.join();
    System.out.println(barrier.laps() + " laps");
  }
}
