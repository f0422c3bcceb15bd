/*
 * verdict: violated
 * kinds: livelock
 * outcomes: 1 3 | 2 4
 * hotspot: rarely hangs
 * needs: --livelock
 * why: unlock takes "no successor yet" for "no successor": if the other thread has exchanged the tail and has not linked itself, the CAS fails, and nobody will ever set
 *      the other's flag, which spins for ever. Where it ends, exclusion held: 1*2+1 = 3 or (1+1)*2 = 4.
 */
import java.util.concurrent.atomic.AtomicReference;

public class McsLockForgets {
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
      tail.compareAndSet(me, null);
    } else {
      me.next.waiting = false;
    }
  }

  static int balance = 1;
  static int seen;

  public static void main(String[] args) throws InterruptedException {
    McsLockForgets lock = new McsLockForgets();
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
