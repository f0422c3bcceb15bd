import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A client of the JDK's own lock-free queue. Two threads offer, a third polls twice while they do.
 * Whatever the schedule, nothing is lost, nothing is duplicated, and each element is seen after it was offered.
 */
public class QueueClient {
  static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

  static class Seen {
    Integer first, second;
  }

  public static void main(String[] args) throws InterruptedException {
    Seen seen = new Seen();
    Thread a = new Thread(() -> queue.offer(1));
    Thread b = new Thread(() -> queue.offer(2));
    Thread c = new Thread(() -> {
      seen.first = queue.poll();  // null when the queue is still empty
      seen.second = queue.poll();
    });
    a.start();
    b.start();
    c.start();
    a.join();
    b.join();
    c.join();

    int sum = 0;
    if (seen.first != null) sum += seen.first;
    if (seen.second != null) sum += seen.second;
    for (Integer rest : queue) sum += rest;
    System.out.println("polled " + seen.first + ", " + seen.second);
    assert sum == 3 : "elements lost or duplicated: " + sum;
    assert seen.first == null || !seen.first.equals(seen.second) : "the same element twice";
  }
}
