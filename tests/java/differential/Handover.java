// A value handed over by SynchronousQueue.
import java.util.concurrent.SynchronousQueue;

public class Handover {
  public static void main(String[] args) throws InterruptedException {
    SynchronousQueue<String> q = new SynchronousQueue<>();
    Thread t = new Thread(() -> {
      try {
        q.put("handed over");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    System.out.println(q.take());
    t.join();
  }
}
