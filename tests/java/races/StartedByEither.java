// races: StartedByEither.value
// Whichever of two threads comes first starts a third one: that comes after what the first wrote only if it was the first who started it. Later nobody can tell who did.
import java.util.concurrent.atomic.AtomicBoolean;

public class StartedByEither {
  static final AtomicBoolean started = new AtomicBoolean();
  static int value;

  public static void main(String[] args) throws InterruptedException {
    Thread third = new Thread(() -> {
      synchronized (StartedByEither.class) {
        value = 2;
      }
    });
    Thread first = new Thread(() -> {
      value = 1;
      if (started.compareAndSet(false, true)) third.start();
    });
    Thread second = new Thread(() -> {
      if (started.compareAndSet(false, true)) third.start();
    });
    first.start();
    second.start();
    first.join();
    second.join();
    third.join();
    System.out.println(value);
  }
}
