import java.util.concurrent.atomic.AtomicReference;

// Seeded bug: that the queue is empty is concluded from a head and a link that were not read at once.
public class NoHeadCheckQueue {
  private static class Node {
    final int value;
    final AtomicReference<Node> next = new AtomicReference<>();
    Node(int value) { this.value = value; }
  }
  private final AtomicReference<Node> head = new AtomicReference<>(new Node(0)), tail = new AtomicReference<>(head.get());
  public void enqueue(int value) {
    Node n = new Node(value);
    for (;;) {
      Node t = tail.get(), next = t.next.get();
      if (next != null) { tail.compareAndSet(t, next); continue; }
      if (!t.next.compareAndSet(null, n)) continue;
      tail.compareAndSet(t, n);
      return;
    }
  }
  public int dequeue() {
    for (;;) {
      Node t = tail.get(), h = head.get();
      if (h == t) return -1;
      Node next = h.next.get();
      if (next == null) return -1;
      if (head.compareAndSet(h, next)) return next.value;
    }
  }
}
