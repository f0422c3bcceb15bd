/*
 * verdict: violated
 * kinds: deadlock
 * outcomes: delivered 2
 * hotspot: not seen
 * why: Producers and consumers wait on the same monitor, and put and take wake one waiter. With a capacity of one: both consumers wait, main puts the first
 *      letter and wakes consumer A, and before A has the monitor main finds the box full and waits. A takes the letter, and its notify may choose consumer B instead of
 *      main. B finds nothing and waits again; A is done, main waits for space and B for a letter. With notifyAll (MailQueue) main would go on. Whenever it ends, both letters were
 *      delivered.
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

public class MailQueueNotifyOne {
  private final Deque<String> letters = new ArrayDeque<>();
  private final int capacity;

  MailQueueNotifyOne(int capacity) {
    this.capacity = capacity;
  }

  synchronized void put(String letter) throws InterruptedException {
    while (letters.size() == capacity) wait();
    letters.addLast(letter);
    notify();
  }

  synchronized String take() throws InterruptedException {
    while (letters.isEmpty()) wait();
    String letter = letters.removeFirst();
    notify();
    return letter;
  }

  public static void main(String[] args) throws InterruptedException {
    MailQueueNotifyOne queue = new MailQueueNotifyOne(1);
    AtomicInteger delivered = new AtomicInteger();
    Runnable postman = () -> {
      try {
        if (!queue.take().isEmpty()) delivered.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
    Thread a = new Thread(postman, "postman-a");
    Thread b = new Thread(postman, "postman-b");
    a.start();
    b.start();
    queue.put("bill");
    queue.put("postcard");
    a.join();
    b.join();
    System.out.println("delivered " + delivered);
  }
}
