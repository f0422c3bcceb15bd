/*
 * verdict: verified
 * outcomes: tea / stopped | stopped
 * why: One thread sleeps until the next reminder is due; schedule and stop change the queue under the same monitor on which it waits, and every condition is looked at again with
 *      the monitor. main sleeps for 50 ms, the tea is due after 20: usually it is announced; but main may be first to run again when both times have come, and then nothing is.
 */
import java.util.PriorityQueue;

public class ReminderService implements Runnable {
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
  private boolean stopped;

  synchronized void schedule(String text, long delayMillis) {
    queue.add(new Reminder(System.nanoTime() / 1_000_000 + delayMillis, text));
    notify();
  }

  synchronized void stop() {
    stopped = true;
    notify();
  }

  private synchronized Reminder next() throws InterruptedException {
    while (!stopped) {
      Reminder first = queue.peek();
      if (first == null) {
        wait();
      } else {
        long millis = first.due - System.nanoTime() / 1_000_000;
        if (millis <= 0) return queue.poll();
        wait(millis);
      }
    }
    return null;
  }

  @Override
  public void run() {
    try {
      for (Reminder r = next(); r != null; r = next()) System.out.println(r.text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReminderService service = new ReminderService();
    Thread thread = new Thread(service, "reminders");
    thread.start();
    service.schedule("tea", 20);
    Thread.sleep(50);
    service.stop();
    thread.join();
    System.out.println("stopped");
  }
}
