/*
 * verdict: verified
 * outcomes: total 3
 * why: Craig, Landin, Hagersten: each thread spins on the node of its predecessor and takes that node over when it unlocks, so a node that somebody still looks at is never used
 *      again by its owner. Three additions of one under the lock make 3.
 */
import java.util.concurrent.atomic.AtomicReference;

public class ClhLock {
  static final class Node {
    volatile boolean locked;
  }

  private final AtomicReference<Node> tail = new AtomicReference<>(new Node());
  private final ThreadLocal<Node> current = ThreadLocal.withInitial(Node::new);
  private final ThreadLocal<Node> previous = new ThreadLocal<>();

  public void lock() {
    Node node = current.get();
    node.locked = true;
    Node pred = tail.getAndSet(node);
    previous.set(pred);
    while (pred.locked) {
      Thread.onSpinWait();
    }
  }

  public void unlock() {
    Node node = current.get();
    node.locked = false;
    current.set(previous.get());
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
    ClhLock counter = new ClhLock();
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
