// where: Consumer.java:14
// hotspot: hang
// outcomes: [x, y]
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
/** A consumer polls, with naps, for an item more than the producer makes. */
public class Consumer {
  public static void main(String[] args) throws Exception {
    int items = args.length > 0 ? 2 : 3;
    ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    ArrayList<String> got = new ArrayList<>();
    Thread consumer = new Thread(() -> {
      try {
        for (String s; got.size() < items; ) if ((s = queue.poll()) == null) Thread.sleep(10); else got.add(s);
      } catch (InterruptedException e) {
        got.clear();
      }
    }, "consumer");
    consumer.start();
    queue.add("x");
    queue.add("y");
    consumer.join();
    System.out.println(got);
  }
}
