import java.util.concurrent.ConcurrentLinkedQueue;

/** A ConcurrentLinkedQueue behind the names of the other structures. */
public class QueueWrapper {
  private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

  public boolean add(int value) {
    return queue.offer(value);
  }

  public Integer take() {
    return queue.poll();
  }

  public boolean remove(int value) {
    return queue.remove(value);
  }

  public boolean contains(int value) {
    return queue.contains(value);
  }
}
