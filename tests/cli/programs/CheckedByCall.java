// Two calls of a queue, each atomic: the queue is empty by the second one.
import java.util.concurrent.ConcurrentLinkedQueue;

public class CheckedByCall {
  static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();

  static void take() {
    if (!queue.isEmpty())
      queue.poll().length();
  }

  public static void main(String[] args) {
    queue.add("one");
    new Thread(CheckedByCall::take).start();
    take();
  }
}
