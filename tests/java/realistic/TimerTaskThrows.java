/*
 * verdict: violated
 * kinds: uncaught-exception
 * outcomes: - | stopped
 * hotspot: fail
 * why: A TimerTask that throws ends the timer's thread, and every later schedule throws IllegalStateException ("Timer already cancelled."). The first task divides by the number of samples,
 *      0 if it runs before main has added one: then the timer dies, and main's second schedule fails too unless it came before that. main adds the sample right after the start: without a delay the task
 *      may be first.
 */
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

public class TimerTaskThrows {
  private final List<Integer> samples = Collections.synchronizedList(new ArrayList<>());
  private volatile int mean;

  void publish() {
    int sum = 0;
    Integer[] copy = samples.toArray(new Integer[0]);
    for (int s : copy) sum += s;
    mean = sum / copy.length;
  }

  static TimerTask task(Runnable r) {
    return new TimerTask() {
      @Override
      public void run() {
        r.run();
      }
    };
  }

  public static void main(String[] args) {
    TimerTaskThrows metrics = new TimerTaskThrows();
    Timer timer = new Timer("metrics");
    timer.schedule(task(metrics::publish), 0);
    metrics.samples.add(6);
    metrics.samples.add(8);
    timer.schedule(task(timer::cancel), 20);
    System.out.println("stopped");
  }
}
