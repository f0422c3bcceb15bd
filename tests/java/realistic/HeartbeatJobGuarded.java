/*
 * verdict: verified
 * outcomes: three beats
 * why: A beat that fails is caught and counted like the others, so the job goes on, and the third one ends it: after shutdown a periodic job is not put into the queue again. main may
 *      find the timer shut down already.
 */
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class HeartbeatJobGuarded {
  private final List<String> peers = new CopyOnWriteArrayList<>();
  private final CountDownLatch beats = new CountDownLatch(3);

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  void beat() {
    try {
      String peer = peers.iterator().next();
      if (beats.getCount() == 3) peers.remove(peer);  // does not answer
    } catch (RuntimeException e) {
      peers.add("node-2");
    } finally {
      beats.countDown();
      if (beats.getCount() == 0) timer.shutdown();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    HeartbeatJobGuarded job = new HeartbeatJobGuarded();
    job.peers.add("node-1");
    job.timer.scheduleWithFixedDelay(job::beat, 0, 10, TimeUnit.MILLISECONDS);
    job.beats.await();
    System.out.println("three beats");
  }
}
