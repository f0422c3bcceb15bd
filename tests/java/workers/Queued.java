import java.util.concurrent.ConcurrentLinkedQueue;

/** Three threads with two or three calls each on a queue: how large a search of it is shows long before its end. */
public class Queued {
  static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
  static Object a, b, c;

  public static void main(String[] args) throws InterruptedException {
    Thread[] threads = {
      new Thread(
          () -> {
            queue.offer(1);
            a = queue.remove(1);
            queue.offer(1);
          }),
      new Thread(
          () -> {
            b = queue.size();
            queue.poll();
            queue.peek();
          }),
      new Thread(
          () -> {
            queue.offer(2);
            c = queue.contains(3);
          })
    };
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    System.out.println(a + " " + b + " " + c);
  }
}
