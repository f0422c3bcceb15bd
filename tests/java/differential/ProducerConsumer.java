// One producer and one consumer over blocking queues of capacity one: the order is fixed.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class ProducerConsumer {
  static String run(BlockingQueue<Integer> q) throws InterruptedException {
    Thread p = new Thread(() -> {
      try {
        for (int i = 1; i <= 2; i++) q.put(i);
        q.put(-1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    p.start();
    StringBuilder s = new StringBuilder();
    for (int v = q.take(); v != -1; v = q.take()) s.append(v).append(' ');
    p.join();
    return s.toString();
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println(run(new ArrayBlockingQueue<>(1)));
    System.out.println(run(new LinkedBlockingQueue<>(1)));
  }
}
