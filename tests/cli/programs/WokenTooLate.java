// An if where a while belongs: whoever comes between the notify and the lock takes what the waiter was woken for.
import java.util.ArrayDeque;

public class WokenTooLate {
  static final ArrayDeque<String> queue = new ArrayDeque<>();

  static void take() {
    synchronized (queue) {
      try {
        if (queue.isEmpty())
          queue.wait();
      } catch (InterruptedException e) {
        return;
      }
      queue.remove();
    }
  }

  static void put(String s) {
    synchronized (queue) {
      queue.add(s);
      queue.notify();
    }
  }

  public static void main(String[] args) {
    new Thread(WokenTooLate::take, "first").start();
    new Thread(WokenTooLate::take, "second").start();
    put("a");
    put("b");
  }
}
