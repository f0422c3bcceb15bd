/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: tea / stopped | stopped
 * hotspot: not seen
 * why: The flag is looked at outside of the monitor (run), the wait is inside (next). If main stops the service between the look and the wait, the notify finds nobody, and the thread waits
 *      on an empty queue for ever. With tea still in the queue it waits until tea is due and then sees the flag. Also when the tea was announced before: the same gap.
 */
import java.util.PriorityQueue;

public class ReminderServiceStop implements Runnable {
  static class Reminder implements Comparable<Reminder> {
    final long due;
    final String text;

    Reminder(long due, String text) {
      this.due = due;
      this.text = text;
    }

    @Override
    public int compareTo(Reminder o) {
      return Long.compare(due, o.due);
    }
  }

  private final PriorityQueue<Reminder> queue = new PriorityQueue<>();
  private volatile boolean stopped;

  synchronized void schedule(String text, long delayMillis) {
    queue.add(new Reminder(System.nanoTime() / 1_000_000 + delayMillis, text));
    notify();
  }

  synchronized void stop() {
    stopped = true;
    notify();
  }

  private synchronized Reminder next() throws InterruptedException {
    while (true) {
      Reminder first = queue.peek();
      if (first == null) {
        wait();
        return null;  // look at the flag again
      } else {
        long millis = first.due - System.nanoTime() / 1_000_000;
        if (millis <= 0) return queue.poll();
        wait(millis);
        return null;
      }
    }
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        Reminder r = next();
        if (r != null) System.out.println(r.text);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReminderServiceStop service = new ReminderServiceStop();
    Thread thread = new Thread(service, "reminders");
    thread.start();
    service.schedule("tea", 20);
    Thread.sleep(50);
    service.stop();
    thread.join();
    System.out.println("stopped");
  }
}
