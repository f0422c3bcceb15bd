/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: none
 * hotspot: hang
 * why: A job that throws is not run again by a ScheduledExecutorService, and nobody is told. The second beat finds no peer (the list is empty once main has removed it, at the latest after the first beat) and throws
 *      NoSuchElementException: the latch never reaches zero. The pool's thread waits for work and main for the latch, in every schedule.
 */
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class HeartbeatJob {
  private final List<String> peers = new CopyOnWriteArrayList<>();
  private final CountDownLatch beats = new CountDownLatch(3);

  void beat() {
    String peer = peers.iterator().next();
    if (beats.getCount() == 3) peers.remove(peer);  // does not answer
    beats.countDown();
  }

  public static void main(String[] args) throws InterruptedException {
    HeartbeatJob job = new HeartbeatJob();
    job.peers.add("node-1");
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.scheduleWithFixedDelay(job::beat, 0, 10, TimeUnit.MILLISECONDS);
    job.beats.await();
    timer.shutdownNow();
    System.out.println("three beats");
  }
}
