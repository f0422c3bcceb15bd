import java.util.ArrayDeque;
import java.util.Queue;

/** One is put and two are taken: the notification is not lost, there is one too few. */
public class TakesTwice {
  final Queue<String> queue = new ArrayDeque<>();

  synchronized void put(String s) {
    queue.add(s);
    notify();
  }

  synchronized String take() throws InterruptedException {
    while (queue.isEmpty()) wait();
    return queue.remove();
  }

  public static void main(String[] args) throws InterruptedException {
    TakesTwice box = new TakesTwice();
    new Thread(() -> box.put("a"), "producer").start();
    box.take();
    box.take();
  }
}
