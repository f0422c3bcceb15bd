/*
 * verdict: violated
 * kinds: livelock
 * outcomes: total 3
 * hotspot: not seen
 * needs: --livelock
 * why: To save allocations a node is used again if nobody queued up behind it. But that is asked before the lock is free: the other thread may queue behind the node right after
 *      the question. The owner unlocks, locks again with the same node and sets it to locked before the other has looked: the other waits for this node, whose owner waits for the other's.
 *      Both spin for ever. When both get in, exclusion holds, and the total is 3.
 */
import java.util.concurrent.atomic.AtomicReference;

public class ClhLockReuse {
  static final class Node {
    volatile boolean locked;
  }

  private final AtomicReference<Node> tail = new AtomicReference<>(new Node());
  private final ThreadLocal<Node> current = ThreadLocal.withInitial(Node::new);

  public void lock() {
    Node node = current.get();
    node.locked = true;
    Node pred = tail.getAndSet(node);
    while (pred != node && pred.locked) {
      Thread.onSpinWait();
    }
  }

  public void unlock() {
    Node node = current.get();
    boolean uncontended = tail.get() == node;
    node.locked = false;
    if (!uncontended) current.set(new Node());  // somebody spins on this one
  }

  private int total;

  void add(int times) {
    for (int i = 0; i < times; i++) {
      lock();
      try {
        total = total + 1;
      } finally {
        unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ClhLockReuse counter = new ClhLockReuse();
    Thread twice = new Thread(() -> counter.add(2));
    Thread once = new Thread(() -> counter.add(1));
    twice.start();
    once.start();
    twice.join();
    once.join();
    assert counter.total == 3 : counter.total;
    System.out.println("total " + counter.total);
  }
}
