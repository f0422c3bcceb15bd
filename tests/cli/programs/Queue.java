import java.util.concurrent.ConcurrentLinkedQueue;

public class Queue {
  public static void main(String[] args) throws Exception {
    ConcurrentLinkedQueue<String> q = new ConcurrentLinkedQueue<>();
    q.offer("one");
    Runnable take = () -> { if (!q.isEmpty()) q.poll().length(); };
    Thread a = new Thread(take), b = new Thread(take);
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
