/*
 * verdict: verified
 * outcomes: delivered 2
 * why: Every change of the box wakes all who wait, and each looks at its own condition again, so nobody is left behind: two letters are put and two taken. main prints after both
 *      postmen have ended.
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

public class MailQueue {
  private final Deque<String> letters = new ArrayDeque<>();
  private final int capacity;

  MailQueue(int capacity) {
    this.capacity = capacity;
  }

  synchronized void put(String letter) throws InterruptedException {
    while (letters.size() == capacity) wait();
    letters.addLast(letter);
    notifyAll();
  }

  synchronized String take() throws InterruptedException {
    while (letters.isEmpty()) wait();
    String letter = letters.removeFirst();
    notifyAll();
    return letter;
  }

  public static void main(String[] args) throws InterruptedException {
    MailQueue queue = new MailQueue(1);
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
