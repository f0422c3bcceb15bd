import java.util.concurrent.atomic.AtomicReference;

// Seeded bug: the node becomes the tail before it is linked.
public class TailFirstQueue {
  private static class Node {
    final int value;
    final AtomicReference<Node> next = new AtomicReference<>();
    Node(int value) { this.value = value; }
  }
  private final AtomicReference<Node> head = new AtomicReference<>(new Node(0)), tail = new AtomicReference<>(head.get());
  public void enqueue(int value) {
    Node n = new Node(value);
    Node t = tail.getAndSet(n);
    t.next.set(n);
  }
  public int dequeue() {
    for (;;) {
      Node h = head.get(), next = h.next.get();
      if (next == null) return -1;
      if (head.compareAndSet(h, next)) return next.value;
    }
  }
}
