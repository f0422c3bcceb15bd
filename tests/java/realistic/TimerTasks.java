/*
 * verdict: verified
 * outcomes: stopped
 * why: Without samples nothing is divided, so the timer's thread lives until the second task cancels it.
 */
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

public class TimerTasks {
  private final List<Integer> samples = Collections.synchronizedList(new ArrayList<>());
  private volatile int mean;

  void publish() {
    int sum = 0;
    Integer[] copy = samples.toArray(new Integer[0]);
    if (copy.length == 0) return;
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
    TimerTasks metrics = new TimerTasks();
    Timer timer = new Timer("metrics");
    timer.schedule(task(metrics::publish), 0);
    metrics.samples.add(6);
    metrics.samples.add(8);
    timer.schedule(task(timer::cancel), 20);
    System.out.println("stopped");
  }
}
