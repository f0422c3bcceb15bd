import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

// Seeded bug: nodes are used again, and the CAS takes a node that was away for one that stayed (ABA).
public class AbaStack {
  private static class Node { volatile int value; volatile Node next; }
  private final AtomicReference<Node> top = new AtomicReference<>();
  private final ConcurrentLinkedQueue<Node> free = new ConcurrentLinkedQueue<>();
  public void push(int value) {
    Node n = free.poll();
    if (n == null) n = new Node();
    n.value = value;
    do n.next = top.get(); while (!top.compareAndSet(n.next, n));
  }
  public int pop() {
    for (;;) {
      Node n = top.get();
      if (n == null) return -1;
      Node next = n.next;
      int value = n.value;
      if (!top.compareAndSet(n, next)) continue;
      free.add(n);
      return value;
    }
  }
}
