import java.util.concurrent.ConcurrentLinkedQueue;

public class Hole {
  static int shared;

  public static void main(String[] args) throws Exception {
    ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
    Thread a = new Thread(() -> { q.offer(1); shared = 1; });
    Thread b = new Thread(() -> { q.offer(2); shared = 2; });
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
