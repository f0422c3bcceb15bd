import java.util.ArrayDeque;

/** That the other thread looked whether anybody had failed, before this one had, is not why this one fails. */
public class NotedFailure {
  static final ArrayDeque<String> work = new ArrayDeque<>();
  static volatile boolean failed;

  static void take() {
    if (failed) return;
    try {
      synchronized (work) {
        work.removeFirst();
      }
    } catch (RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  public static void main(String[] args) {
    work.add("one");
    new Thread(NotedFailure::take, "first").start();
    new Thread(NotedFailure::take, "second").start();
  }
}
