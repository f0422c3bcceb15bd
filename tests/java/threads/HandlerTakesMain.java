// outcomes: seen false | seen true
// violation: exit-status
// why: the handler runs, other threads end as they like, and java's status is 1 since an exception has left main
import java.util.concurrent.atomic.AtomicBoolean;

public class HandlerTakesMain {
  static final AtomicBoolean seen = new AtomicBoolean();

  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> seen.set(true));
    Thread other = new Thread(() -> System.out.println("seen " + seen.get()));
    other.start();
    throw new IllegalStateException("main");
  }
}
