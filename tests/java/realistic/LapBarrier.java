/*
 * verdict: verified
 * outcomes: 2 laps
 * why: Each lap has a generation: who comes last begins the next one and wakes all, and the others wait until the generation has changed, however many come round again in the meantime.
 */
public class LapBarrier {
  private final int parties;
  private int arrived;
  private int lap;

  LapBarrier(int parties) {
    this.parties = parties;
  }

  synchronized void await() throws InterruptedException {
    int mine = lap;
    if (++arrived == parties) {
      arrived = 0;
      lap++;
      notifyAll();
    } else {
      while (lap == mine) wait();
    }
  }

  synchronized int laps() {
    return lap;
  }

  public static void main(String[] args) throws InterruptedException {
    LapBarrier barrier = new LapBarrier(2);
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
