/*
 * verdict: verified
 * outcomes: 1 3 | 2 4
 * why: Mellor-Crummey and Scott: a thread that finds no successor leaves by a CAS of the tail; if that fails somebody is about to link himself, and is waited for. The balance
 *      starts with 1; one thread adds 1 and the other doubles: (1+1)*2 = 4 or 1*2+1 = 3, and the first number printed is what the doubler saw.
 */
import java.util.concurrent.atomic.AtomicReference;

public class McsLock {
  static final class Node {
    volatile Node next;
    volatile boolean waiting;
  }

  private final AtomicReference<Node> tail = new AtomicReference<>();

  Node lock() {
    Node me = new Node();
    Node pred = tail.getAndSet(me);
    if (pred != null) {
      me.waiting = true;
      pred.next = me;
      while (me.waiting) Thread.onSpinWait();
    }
    return me;
  }

  void unlock(Node me) {
    if (me.next == null) {
      if (tail.compareAndSet(me, null)) return;
      while (me.next == null) Thread.onSpinWait();
    }
    me.next.waiting = false;
  }

  static int balance = 1;
  static int seen;

  public static void main(String[] args) throws InterruptedException {
    McsLock lock = new McsLock();
    Thread adder = new Thread(() -> {
      Node n = lock.lock();
      balance += 1;
      lock.unlock(n);
    });
    Thread doubler = new Thread(() -> {
      Node n = lock.lock();
      seen = balance;
      balance *= 2;
      lock.unlock(n);
    });
    adder.start();
    doubler.start();
    adder.join();
    doubler.join();
    System.out.println(seen + " " + balance);
  }
}
